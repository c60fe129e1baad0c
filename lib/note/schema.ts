import { z } from 'zod'
import { NOTE_ABOUT_MAX_CHARACTERS, RICH_TEXT_MAX_BYTES, TITLE_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { htmlField, lineField, textField, versionField } from '@/lib/content/fields'

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

export const createNoteSchema = z.object({
  title: lineField('Title', 1, TITLE_MAX_CHARACTERS),
  about: textField('About', 0, NOTE_ABOUT_MAX_CHARACTERS).default(''),
  description: htmlField('Description', RICH_TEXT_MAX_BYTES).default(''),
})

export const updateNoteSchema = z.object({
  title: lineField('Title', 1, TITLE_MAX_CHARACTERS).optional(),
  about: textField('About', 0, NOTE_ABOUT_MAX_CHARACTERS).optional(),
  description: htmlField('Description', RICH_TEXT_MAX_BYTES).optional(),
  version: versionField.optional(),
})

export type CreateNoteInput = z.output<typeof createNoteSchema>
export type UpdateNoteInput = z.output<typeof updateNoteSchema>

/** A note as the admin's table shows it. */
export type NoteTableRow = Pick<Note, '_id' | 'title' | 'createdAt' | 'version'> & {
  /** When it went to the trash; null for one that is shown. */
  deletedAt: string | null
}
