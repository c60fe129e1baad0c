import type { Admin } from '@/lib/access/actor'
import {
  type ContentInput,
  createContent,
  type ImportedRow,
  updateContent,
  type WritableKind,
} from '@/lib/content-kind/server/mutations'
import { stageDescription } from '@/lib/content-kind/server/staged-rich-text'
import { saidInRevision } from '@/lib/history/schema'
import { fieldError } from '@/lib/http/errors'
import { type CreateNoteInput, createNoteSchema, type UpdateNoteInput } from '@/lib/note/input'
import { noSuchNote } from '@/lib/note/related'
import type { AdminNote } from '@/lib/note/schema'
import { chosenNotes, NOTE_COLUMNS, NOTES, type NoteRow } from '@/lib/note/server/queries'
import type { Prisma } from '@/lib/platform/server/db'
import { publicPaths } from '@/lib/routes/public-paths'
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
  stage: stageDescription,
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
export async function createNote(admin: Admin, input: CreateNoteInput, imported?: ImportedRow): Promise<AdminNote> {
  return createContent(WRITABLE_NOTES, admin, { ...input, ...(await chosenIn(input, imported)) }, { imported })
}

/** PUT /api/note/{id}: `updateContent` for a note. */
export async function updateNote(
  admin: Admin,
  id: string,
  input: UpdateNoteInput,
  imported?: ImportedRow,
): Promise<AdminNote> {
  return updateContent(WRITABLE_NOTES, admin, id, { ...input, ...(await chosenIn(input, imported)) }, { imported })
}

/**
 * The notes a request chooses, those that are not public by their ids: until then their slugs follow their titles. An
 * import may name what comes after it.
 * @throws AppError "unprocessable" for a note that is not there
 */
async function chosenIn({ related }: Pick<Input, 'related'>, imported: ImportedRow | undefined) {
  if (!related || imported) return {}
  const chosen = await chosenNotes(related)
  const paths = chosen.map(({ path, id, isPublic }) => {
    if (id === null) throw fieldError('related', noSuchNote(path))
    return isPublic ? path : publicPaths.note(id)
  })
  return { related: paths.join('\n') }
}
