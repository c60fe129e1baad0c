import * as z from 'zod/mini'

/** A note or project as programs list it. */
export const listedTextSchema = z.object({
  id: z.string(),
  kind: z.enum(['note', 'post']),
  /** Where an archive has its file; where it has no address yet, by its id. */
  path: z.string(),
  etag: z.string(),
  /** "waiting": with changes beside what readers see or will see. */
  status: z.enum(['draft', 'scheduled', 'published', 'waiting']),
  /** The Markdown a program has sent last: its SHA-256 with \n as ends of lines, and whether nobody has changed it since. */
  pushed: z.nullable(z.object({ sha256: z.string(), isCurrent: z.boolean() })),
})

export type ListedText = z.output<typeof listedTextSchema>
