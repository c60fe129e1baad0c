import { z } from 'zod'
import { PICTURE_ALT_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { textField } from '@/lib/content/fields'

/** A stored picture as the API answers it; `width` and `height` in pixels. */
export const pictureSchema = z.object({
  _id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
})

export type Picture = z.output<typeof pictureSchema>

/** The text field of POST /api/media/new; the picture travels beside it as a file. */
export const createPictureSchema = z.object({
  alt: textField('Alt text', 0, PICTURE_ALT_MAX_CHARACTERS).default(''),
})

export type CreatePictureInput = z.output<typeof createPictureSchema>
