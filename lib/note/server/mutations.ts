import type { Admin } from '@/lib/access/actor'
import {
  type ContentInput,
  createContent,
  type ImportedRow,
  ownFields,
  updateContent,
  type WritableKind,
} from '@/lib/content-kind/server/mutations'
import { withRichText } from '@/lib/content-kind/server/staged-rich-text'
import { saidInRevision } from '@/lib/history/schema'
import { type CreateNoteInput, createNoteSchema, type UpdateNoteInput } from '@/lib/note/input'
import type { AdminNote } from '@/lib/note/schema'
import { NOTE_COLUMNS, NOTES, type NoteRow } from '@/lib/note/server/queries'
import type { Prisma } from '@/lib/platform/server/db'
import { noteEntry } from '@/lib/search/server/mutations'

type Input = ContentInput & Partial<CreateNoteInput>
/** As it is written, with its table of contents for the search. */
type WrittenRow = NoteRow & { toc?: Prisma.JsonValue }

/** Notes, as they are written: their HTML is sanitised and rendered at each save. */
export const WRITABLE_NOTES: WritableKind<WrittenRow, WrittenRow, Input, AdminNote> = {
  ...NOTES,
  complete: createNoteSchema.pick({ title: true }),
  ownColumns: { ...NOTE_COLUMNS, toc: true },
  quietColumns: [],
  stage(input, _, write) {
    const { description, ...columns } = ownFields(input)
    return withRichText('description', description, (text) =>
      write({
        columns: { ...columns, ...text.columns },
        pictureChanges: () => [],
        async attach(transaction, row) {
          await text.attach(transaction)
          return row
        },
      }),
    )
  },
  revisionOf: ({ title, about, description, descriptionStamp: stamp, wordCount: words, ...row }) => ({
    fields: { title, about, description, ...saidInRevision(row) },
    stamp,
    words,
  }),
  readingOf: ({ title, about, description }) => `${title} ${about} ${description.replace(/<[^<>]*>/g, ' ')}`,
  entryOf: noteEntry,
  aroundTrash: (_, __, change) => change(),
}

/** POST /api/note/new: `createContent` for a note. */
export function createNote(admin: Admin, input: CreateNoteInput, imported?: ImportedRow): Promise<AdminNote> {
  return createContent(WRITABLE_NOTES, admin, input, { imported })
}

/** PUT /api/note/{id}: `updateContent` for a note. */
export function updateNote(
  admin: Admin,
  id: string,
  input: UpdateNoteInput,
  imported?: ImportedRow,
): Promise<AdminNote> {
  return updateContent(WRITABLE_NOTES, admin, id, input, { imported })
}
