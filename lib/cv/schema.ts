import * as z from 'zod/mini'

/** The owner's CV: a JSON Resume document, null for none, and which private facts of it are public. */
export const cvSchema = z.object({
  document: z.nullable(z.record(z.string(), z.unknown())),
  showPhoto: z.boolean(),
  showPhone: z.boolean(),
  showEmail: z.boolean(),
  showAddress: z.boolean(),
  version: z.number(),
})

export type Cv = z.output<typeof cvSchema>
