import { z } from 'zod'
import { IMAGE_DESCRIPTION_MAX_CHARACTERS, WEB_ADDRESS_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { textField } from '@/lib/content/fields'

const alt = textField('Alt text', 0, IMAGE_DESCRIPTION_MAX_CHARACTERS).default('')

/** The text field of POST /api/media/new; the picture travels beside it as a file. */
export const createImageSchema = z.object({ alt })

/** POST /api/media/copy */
export const copyImageSchema = z.object({ address: textField('Address', 1, WEB_ADDRESS_MAX_CHARACTERS), alt })

export type CreateImageInput = z.output<typeof createImageSchema>
export type CopyImageInput = z.output<typeof copyImageSchema>
