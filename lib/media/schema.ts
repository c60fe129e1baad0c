import * as z from 'zod/mini'
import type { ContentName } from '@/lib/content/kinds'

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

/** A stored picture to choose; `preview` is the address of a small copy. */
export const offeredImageSchema = z.extend(imageSchema, { alt: z.string(), preview: z.string() })

/** Few enough to be seen together. */
export const OFFERED_AT_ONCE = 24

export type OfferedPicture = z.output<typeof offeredImageSchema>

/** What shows a picture: `id` is its row's, "" for settings and CV, `via` in what of it. */
export type PictureUse = {
  kind: ContentName | 'profile' | 'settings' | 'cv'
  id: string
  name: string
  via: 'text' | 'changes' | 'revision' | 'trash'
}

/** The pictures that the admin's table can list. */
export const PICTURE_FILTERS = ['all', 'unused', 'undescribed'] as const
export type PictureFilter = (typeof PICTURE_FILTERS)[number]

/** A picture in the admin's table; of a new one, the text that shows it may not be saved yet. */
export type PictureRow = OfferedPicture & { bytes: number; createdAt: string; isNew: boolean; uses: PictureUse[] }
