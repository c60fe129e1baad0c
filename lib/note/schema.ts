import * as z from 'zod/mini'

/** A note as the API answers it; `description` is sanitised HTML. */
export const noteSchema = z.object({
  _id: z.string(),
  title: z.string(),
  about: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  version: z.number(),
})

export type Note = z.output<typeof noteSchema>

/** A note as the admin's table shows it. */
export type NoteTableRow = Pick<Note, '_id' | 'title' | 'createdAt' | 'version'> & {
  /** When it went to the trash; null for one that is shown. */
  deletedAt: string | null
}
