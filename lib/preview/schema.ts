import * as z from 'zod/mini'

/** A preview link as admins see it; `url` is what they give away. */
export const previewLinkSchema = z.object({
  _id: z.string(),
  url: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

export type PreviewLink = z.output<typeof previewLinkSchema>

/** Days a link may be valid. */
export const PREVIEW_DAYS = [1, 7, 30, 90] as const
export const PREVIEW_DEFAULT_DAYS = 7
export type PreviewDays = (typeof PREVIEW_DAYS)[number]
