import * as z from 'zod/mini'

/** The fields of a project that a repository can fill, in the order of their form. */
export const FILLED_FIELDS = ['title', 'repo', 'link', 'tech', 'description', 'state', 'licence'] as const

export type FilledField = (typeof FILLED_FIELDS)[number] | 'picture'

/** What a repository says for each field, none for what it does not say; `picture` is the address of one in its README. */
export type RepositoryValues = Partial<Record<FilledField, string>>

/** A repository as it was read: its id at its host, and the host's mark of that state ("" where it gave none). */
export const repositoryFactsSchema = z.object({
  id: z.string().check(z.regex(/^\d{1,20}$/)),
  etag: z.string().check(z.regex(/^(?:(?:W\/)?"[\x21\x23-\x7e]{1,200}")?$/)),
  fetchedAt: z.iso.datetime(),
  values: z.partialRecord(z.enum([...FILLED_FIELDS, 'picture']), z.string().check(z.maxLength(20_000))),
})

export type RepositoryFacts = z.output<typeof repositoryFactsSchema>

const readmePictureSchema = z.object({ address: z.string(), alt: z.string() })

/** A picture that a README shows, perhaps: what it is, is known once it is copied. */
export type ReadmePicture = z.output<typeof readmePictureSchema>

export const readRepositorySchema = z.object({
  facts: repositoryFactsSchema,
  /** As they were when the project was last saved after a look; null for the first one. */
  last: z.nullable(repositoryFactsSchema),
  /** Whether the repository's owner is among the site's own links. */
  isOwn: z.boolean(),
  pictures: z.array(readmePictureSchema),
  /** What no field takes, as sentences. */
  notices: z.array(z.string()),
})

export type ReadRepository = z.output<typeof readRepositorySchema>
