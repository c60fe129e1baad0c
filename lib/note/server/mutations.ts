import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { changedNames, differs, writeChange } from '@/lib/content/server/write-change'
import { type RowState, recordRevision } from '@/lib/history/server/mutations'
import { AppError } from '@/lib/http/errors'
import { createOnce } from '@/lib/idempotency/server/mutations'
import { type TextImages, withTextImages } from '@/lib/media/server/text-images'
import type { CreateNoteInput, UpdateNoteInput } from '@/lib/note/input'
import type { AdminNote } from '@/lib/note/schema'
import {
  descriptionColumns,
  getNoteAsAdmin,
  NOTE_COLUMNS,
  type NoteRow,
  noteNotFound,
  toAdminNote,
} from '@/lib/note/server/queries'
import { isId } from '@/lib/platform/ids'
import { db, type Transaction } from '@/lib/platform/server/db'
import {
  actionOfChange,
  databaseNow,
  detailOfNew,
  publishedAtOfChanged,
  publishedAtOfNew,
  publishingState,
  timeOfCreation,
} from '@/lib/publishing/server/visibility'
import { indexContent } from '@/lib/search/server/mutations'
import type { TrashAction } from '@/lib/table/table-state'

/**
 * Creates a note (POST /api/note/new); its HTML is sanitised and rendered first. A retry with the same `key` returns
 * the note created first.
 * @throws AppError "unprocessable" when the HTML cannot be sanitised; "conflict" with the current note when the key was
 * used with another text
 */
export function createNote(admin: Admin, input: CreateNoteInput, key: string | null = null): Promise<AdminNote> {
  const action = 'note.create'
  const find = (id: string) => getNoteAsAdmin(admin, id)
  return createOnce({ admin, action, key, fields: input, find }, (claim) =>
    withTextImages('description', async (images) => {
      const { description, status, publishAt, ...fields } = input
      const publishing = publishedAtOfNew({ status, publishAt })
      const data = { ...fields, ...publishing, ...(await cleanDescription(description, images)) }
      const { row, now } = await db().$transaction(async (transaction) => {
        const made = await transaction.note.create({ data, select: NOTE_COLUMNS })
        const now = await timeOfCreation(transaction, publishing, made)
        await images.attach(transaction)
        const after = stateOf(made, now, now)
        await recordRevision(transaction, admin, { kind: 'note', id: made.id }, { before: null, after })
        await recordWrite(transaction, admin, {
          action,
          subjects: [{ id: made.id, name: made.title }],
          detail: detailOfNew(made, now),
        })
        await indexContent(transaction, 'note', [made.id])
        await claim(transaction, made.id)
        return { row: made, now }
      })
      return toAdminNote(row, now)
    }),
  )
}

/**
 * Changes a note (PUT /api/note/{id}). Omitted fields keep their value; the version grows where something differed.
 * @throws AppError "not-found", "unprocessable", or "conflict" with the current note when `version` is stale
 */
export async function updateNote(admin: Admin, id: string, input: UpdateNoteInput): Promise<AdminNote> {
  if (!isId(id) || (await db().note.count({ where: { id, deletedAt: null } })) === 0) throw noteNotFound()
  const { version, description, status, publishAt, ...fields } = input
  const { row, outcome, now } = await withTextImages('description', async (images) => {
    const data = { ...fields, ...(description === undefined ? {} : await cleanDescription(description, images)) }
    return db().$transaction(async (transaction) => {
      const now = await databaseNow(transaction)
      const withDate = (before: NoteRow) => ({ ...data, ...publishedAtOfChanged({ status, publishAt }, before, now) })
      const written = await writeChange({
        version,
        async readRow() {
          const row = await transaction.note.findUnique({ where: { id, deletedAt: null }, select: NOTE_COLUMNS })
          if (!row) throw noteNotFound()
          return row
        },
        isChange: (before) => differs(before, withDate(before)),
        async writeRow(before) {
          const [row] = await transaction.note.updateManyAndReturn({
            where: { id, deletedAt: null, ...(version ? { version } : {}) },
            // What somebody has written is theirs.
            data: { ...withDate(before), isSample: false, version: { increment: 1 } },
            select: NOTE_COLUMNS,
          })
          if (row) await images.attach(transaction)
          return { count: row ? 1 : 0, row }
        },
      })
      if (written.outcome === 'stale') return { ...written, now }
      if (written.outcome === 'changed') {
        const { before, row } = written
        const states = { before: stateOf(before, now, before.updatedAt), after: stateOf(row, now, now) }
        await recordRevision(transaction, admin, { kind: 'note', id }, states)
        await indexContent(transaction, 'note', [id])
      }
      await recordWrite(transaction, admin, {
        action: `note.${actionOfChange(written.before, written.row, now)}`,
        subjects: [{ id, name: written.row.title }],
        detail: changedNames(written.before, written.row).join(', '),
      })
      return { ...written, now }
    })
  })
  // Outside the transaction: a text of an older sanitiser version is sanitised for it, which may take a while.
  const note = await toAdminNote(row, now)
  if (outcome === 'stale') {
    throw new AppError('conflict', 'Someone else has changed this note in the meantime.', { current: note })
  }
  return note
}

function stateOf(row: NoteRow, now: Date, updatedAt: Date): RowState {
  const { title, about, description, descriptionStamp: stamp, wordCount: words } = row
  return { fields: { title, about, description }, stamp, words, status: publishingState(row, now).status, updatedAt }
}

/**
 * Puts a note into the trash (DELETE /api/note/{id}).
 * @throws AppError "not-found"
 */
export async function deleteNote(admin: Admin, id: string): Promise<void> {
  if ((await trashNotes(admin, { ids: [id], action: 'trash' })) === 0) throw noteNotFound()
}

/** Moves notes into or out of the trash, or deletes trashed ones permanently; returns how many were affected. */
export async function trashNotes(admin: Admin, { ids, action }: TrashAction): Promise<number> {
  const known = ids.filter(isId)
  return db().$transaction(async (transaction) => {
    const subjects = await (action === 'purge' ? purge(transaction, known) : move(transaction, known, action))
    if (subjects.length > 0) await recordWrite(transaction, admin, { action: `note.${action}`, subjects })
    return subjects.length
  })
}

type Named = { id: string; name: string }

function purge(transaction: Transaction, ids: string[]): Promise<Named[]> {
  return transaction.$queryRaw<Named[]>`
    DELETE FROM "Note" WHERE "id" = ANY(${ids}) AND "deletedAt" IS NOT NULL RETURNING "id", "title" AS "name"`
}

async function move(transaction: Transaction, ids: string[], action: 'trash' | 'restore'): Promise<Named[]> {
  const rows = await transaction.note.updateManyAndReturn({
    where: { id: { in: ids }, deletedAt: action === 'trash' ? null : { not: null } },
    data: { deletedAt: action === 'trash' ? new Date() : null, version: { increment: 1 } },
    select: { id: true, title: true },
  })
  await indexContent(
    transaction,
    'note',
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, title }) => ({ id, name: title }))
}

async function cleanDescription(html: string, images: TextImages) {
  const { sanitiseRichText } = await import('@/lib/rich-text/server/clean')
  return descriptionColumns(await sanitiseRichText(html, 'description', { storeDataImage: images.store }))
}
