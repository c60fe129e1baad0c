import * as z from 'zod/mini'

/** What made a redirect, and its name on the screen. */
export const ORIGINS = { owner: 'By hand', slug: 'Slug', import: 'Import' } as const

export const redirectSchema = z.object({
  _id: z.string(),
  /** A decoded path; "/old/*" is all below "/old". */
  source: z.string(),
  /** The path of a page; null for what is gone, which answers 410. */
  target: z.nullable(z.string()),
  origin: z.enum(['owner', 'slug', 'import']),
  hits: z.number(),
})
export type RedirectRow = z.output<typeof redirectSchema>

/** A path that answered 404, or the words of a search that found nothing. */
export type Miss = { text: string; hits: number; lastAt: string }
