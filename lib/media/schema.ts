import * as z from 'zod/mini'

/** A smaller copy of an image, in WebP; `width` in pixels. */
export const imageVariantSchema = z.object({ width: z.number(), url: z.string() })

/** A stored picture as the API answers it; `width` and `height` in pixels. */
export const imageSchema = z.object({
  _id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
})

export type Picture = z.output<typeof imageSchema>
