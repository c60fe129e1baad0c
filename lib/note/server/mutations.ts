import type { Admin } from '@/lib/access/actor'
import {
  type ContentInput,
  createContent,
  type ImportedRow,
  ownFields,
  updateContent,
  type WritableKind,
} from '@/lib/content-kind/server/mutations'
import { techInRevision } from '@/lib/history/schema'
import { withTextImages } from '@/lib/media/server/text-images'
import { type CreateNoteInput, createNoteSchema, type UpdateNoteInput } from '@/lib/note/input'
import type { AdminNote } from '@/lib/note/schema'
import { descriptionColumns, NOTE_COLUMNS, NOTES, type NoteRow } from '@/lib/note/server/queries'
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
  stage: (input, _, write) =>
    withTextImages('description', async (images) => {
      const { description, ...fields } = ownFields(input)
      const columns: Prisma.NoteUpdateManyMutationInput = fields
      if (description !== undefined) {
        const { sanitiseRichText } = await import('@/lib/rich-text/server/clean')
        const text = await sanitiseRichText(description, 'description', { storeDataImage: images.store })
        Object.assign(columns, descriptionColumns(text))
      }
      return write({
        columns,
        pictureChanges: () => [],
        async attach(transaction, row) {
          await images.attach(transaction)
          return row
        },
      })
    }),
  revisionOf: ({ title, about, description, tech, descriptionStamp: stamp, wordCount: words }) => ({
    fields: { title, about, description, ...techInRevision(tech) },
    stamp,
    words,
  }),
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
