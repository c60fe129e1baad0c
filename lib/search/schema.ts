import * as z from 'zod/mini'

const foundSchema = z.object({
  kind: z.enum(['project', 'note', 'page']),
  _id: z.string(),
  title: z.string(),
  path: z.string(),
  /** Plain text. */
  extract: z.string(),
  /** The words of the search in `extract`: from which character to before which. */
  marks: z.array(z.tuple([z.number(), z.number()])),
  /** Comma-separated, as of a project. */
  tech: z.string(),
  createdAt: z.string(),
})

export type Found = z.output<typeof foundSchema>

/** `total` counts no further than 1,000. `searched`: of a text with more words those that were looked for. */
export const findAnswerSchema = z.object({
  total: z.number(),
  results: z.array(foundSchema),
  searched: z.optional(z.array(z.string())),
})

export const newestAnswerSchema = z.array(z.pick(foundSchema, { kind: true, title: true, path: true }))
