import type { Admin } from '@/lib/auth/actor'
import { db } from '@/lib/db'
import { AppError } from '@/lib/http/errors'
import { isId } from '@/lib/ids'
import { descriptionColumns, NOTE_COLUMNS, noteNotFound, toNote } from '@/lib/note/queries'
import type { CreateNoteInput, Note, UpdateNoteInput } from '@/lib/note/schema'

/**
 * Writes a note (POST /api/note/new); its HTML is sanitised and rendered first.
 * @throws AppError "unprocessable" when the HTML is beyond what can be cleaned
 */
export async function createNote(_admin: Admin, { description, ...fields }: CreateNoteInput): Promise<Note> {
  const data = { ...fields, ...(await cleanDescription(description)) }
  return toNote(await db().note.create({ data, select: NOTE_COLUMNS }))
}

/**
 * Changes a note (PUT /api/note/{id}); what is left out keeps its value.
 * @throws AppError "not-found", "unprocessable", or "conflict" with the note as it is now when `version` has moved on
 */
export async function updateNote(_admin: Admin, id: string, input: UpdateNoteInput): Promise<Note> {
  if (!isId(id) || (await db().note.count({ where: { id } })) === 0) throw noteNotFound()
  const { version, description, ...fields } = input
  const cleaned = description === undefined ? {} : await cleanDescription(description)
  return db().$transaction(async (transaction) => {
    const changed = await transaction.note.updateMany({
      where: { id, ...(version ? { version } : {}) },
      data: { ...fields, ...cleaned, version: { increment: 1 } },
    })
    const row = await transaction.note.findUnique({ where: { id }, select: NOTE_COLUMNS })
    if (!row) throw noteNotFound()
    const note = await toNote(row)
    if (changed.count === 0) {
      throw new AppError('conflict', 'This note was changed by someone else meanwhile.', { current: note })
    }
    return note
  })
}

/** @throws AppError "not-found" */
export async function deleteNote(_admin: Admin, id: string): Promise<void> {
  const gone = isId(id) ? await db().note.deleteMany({ where: { id } }) : { count: 0 }
  if (gone.count === 0) throw noteNotFound()
}

async function cleanDescription(html: string) {
  const { cleanRichText } = await import('@/lib/rich-text/clean')
  return descriptionColumns(await cleanRichText(html, 'description'))
}
