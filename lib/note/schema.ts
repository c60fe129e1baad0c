import * as z from 'zod/mini'
import type { ContentTableRow } from '@/lib/content-kind/schema'
import { publishingStateFields } from '@/lib/publishing/schema'

/** A note as the API answers it; `description` is sanitised HTML. */
export const noteSchema = z.object({
  _id: z.string(),
  /** The readable end of its address; "" where it has none. */
  slug: z.string(),
  title: z.string(),
  about: z.string(),
  description: z.string(),
  /** Comma-separated, as of a project. */
  tech: z.string(),
  /** The name of the series it is a part of; "" for none. */
  series: z.string(),
  createdAt: z.iso.datetime(),
  version: z.number(),
})

export type Note = z.output<typeof noteSchema>
/** A note as the API answers it to admins. */
export const adminNoteSchema = z.extend(noteSchema, {
  /** The paths of the notes that its page names first at its end, one a line; "" for none. */
  related: z.string(),
  ...publishingStateFields,
})

export type AdminNote = z.output<typeof adminNoteSchema>

/** A note as the admin's table shows it. */
export type NoteTableRow = ContentTableRow
