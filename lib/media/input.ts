import { z } from 'zod'
import { IMAGE_DESCRIPTION_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { textField } from '@/lib/content/fields'

/** The text field of POST /api/media/new; the picture travels beside it as a file. */
export const createImageSchema = z.object({
  alt: textField('Alt text', 0, IMAGE_DESCRIPTION_MAX_CHARACTERS).default(''),
})

export type CreateImageInput = z.output<typeof createImageSchema>
