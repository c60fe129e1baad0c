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

/** A picture in the admin's table; `preview` is the address of a small copy. */
export type PictureRow = Picture & {
  alt: string
  bytes: number
  createdAt: string
  preview: string
  uses: PictureUse[]
}
