import type { Admin } from '@/lib/access/actor'
import type { PageQuery } from '@/lib/content/fields'
import { AppError } from '@/lib/http/errors'
import type { Note, NoteTableRow } from '@/lib/note/schema'
import { isId } from '@/lib/platform/ids'
import { db, type Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import type { RichText, SafeHtml, TocEntry } from '@/lib/rich-text/safe-html'
import { readStored } from '@/lib/rich-text/server/stored'
import { readPage, type TablePage, type TableState } from '@/lib/table/table-state'
import { LIST_PAGE_SIZE, RELATED_NOTES } from '@/lib/texts/constants'

/** The columns a note is made of. */
export const NOTE_COLUMNS = {
  id: true,
  title: true,
  about: true,
  description: true,
  descriptionStamp: true,
  createdAt: true,
  version: true,
} satisfies Prisma.NoteSelect

const PAGE_COLUMNS = {
  ...NOTE_COLUMNS,
  updatedAt: true,
  rendered: true,
  toc: true,
  wordCount: true,
} satisfies Prisma.NoteSelect
const CARD_COLUMNS = { id: true, title: true, about: true, createdAt: true } satisfies Prisma.NoteSelect

export type NoteRow = Prisma.NoteGetPayload<{ select: typeof NOTE_COLUMNS }>

/** Trashed notes appear in no list, page or feed. */
const LIVE = { deletedAt: null } satisfies Prisma.NoteWhereInput
const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] satisfies Prisma.NoteOrderByWithRelationInput[]
const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.NoteOrderByWithRelationInput[]

type Renderable = NoteRow & { rendered?: string; toc?: unknown; wordCount?: number }

/** The note's text by the current sanitiser version. */
function readDescription(row: Renderable): Promise<RichText> {
  const stored = {
    html: row.description,
    stamp: row.descriptionStamp,
    rendered: row.rendered ?? '',
    toc: (row.toc ?? []) as TocEntry[],
    wordCount: row.wordCount ?? 0,
  }
  return readStored(stored, 'admins')
}

/** The columns a sanitised description is stored in. */
export function descriptionColumns({ html, stamp, rendered, toc, wordCount }: RichText) {
  return { description: html, descriptionStamp: stamp, rendered, toc, wordCount }
}

/** A row in the public shape of the API. */
export async function toNote(row: NoteRow): Promise<Note & { description: SafeHtml }> {
  const { html } = await readDescription(row)
  return {
    _id: row.id,
    title: row.title,
    about: row.about,
    description: html,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }
}

/**
 * Notes oldest first (GET /api/note/), all of them unless `limit` or `after` says otherwise.
 * @throws AppError "unprocessable" when `after` names no note
 */
export async function listNotes({ limit, after }: PageQuery): Promise<Note[]> {
  const rows = await db().note.findMany({
    where: after === undefined ? LIVE : { ...LIVE, ...(await isAfter(after)) },
    orderBy: OLDEST_FIRST,
    select: NOTE_COLUMNS,
    ...(limit === undefined ? {} : { take: limit }),
  })
  const notes: Note[] = []
  // Sequentially: rows that have to be sanitised first must not be a thousand at once.
  for (const row of rows) notes.push(await toNote(row))
  return notes
}

async function isAfter(id: string): Promise<Prisma.NoteWhereInput> {
  const row = isId(id) ? await db().note.findUnique({ where: { id }, select: { id: true, createdAt: true } }) : null
  if (!row) {
    const message = 'after must be the _id of a row in the list.'
    throw new AppError('unprocessable', message, { issues: [{ path: 'after', message }] })
  }
  return { OR: [{ createdAt: { gt: row.createdAt } }, { createdAt: row.createdAt, id: { gt: row.id } }] }
}

/** One note, or null. */
export async function getNote(id: string): Promise<(Note & { description: SafeHtml }) | null> {
  const row = isId(id) ? await db().note.findUnique({ where: { id, ...LIVE }, select: NOTE_COLUMNS }) : null
  return row && toNote(row)
}

/** @throws AppError "not-found" */
export async function requireNote(id: string): Promise<Note & { description: SafeHtml }> {
  const note = await getNote(id)
  if (!note) throw noteNotFound()
  return note
}

/** The error for a missing note, on screens and in the API. */
export function noteNotFound(): AppError {
  return new AppError('not-found', 'Note not found')
}

/** A note as lists show it. */
export type NoteCard = { _id: string; title: string; about: string; createdAt: string }

function toCard({ id, createdAt, ...fields }: Prisma.NoteGetPayload<{ select: typeof CARD_COLUMNS }>): NoteCard {
  return { _id: id, ...fields, createdAt: createdAt.toISOString() }
}

export type NotesPage = { notes: NoteCard[]; total: number; page: number; pageCount: number }

/** One page of the blog, newest first. `page` counts from 1; beyond the last one it holds no notes. */
export async function pageNotes({ page = 1 }: { page?: number }): Promise<NotesPage> {
  const [total, rows] = await Promise.all([
    db().note.count({ where: LIVE }),
    db().note.findMany({
      where: LIVE,
      orderBy: NEWEST_FIRST,
      skip: (page - 1) * LIST_PAGE_SIZE,
      take: LIST_PAGE_SIZE,
      select: CARD_COLUMNS,
    }),
  ])
  return { notes: rows.map(toCard), total, page, pageCount: Math.max(1, Math.ceil(total / LIST_PAGE_SIZE)) }
}

/** A note with everything its page shows. `previous` is the next older note, `next` the next newer one. */
export type NotePage = {
  note: NoteCard & { updatedAt: string; version: number }
  rendered: SafeHtml
  toc: TocEntry[]
  wordCount: number
  previous: NoteCard | null
  next: NoteCard | null
  related: NoteCard[]
}

/** A note with its neighbours and related notes; null when there is none. */
export async function getNotePage(id: string): Promise<NotePage | null> {
  const row = isId(id) ? await db().note.findUnique({ where: { id, ...LIVE }, select: PAGE_COLUMNS }) : null
  if (!row) return null
  const at = { createdAt: row.createdAt, id: row.id }
  const [text, previous, next, related] = await Promise.all([
    readDescription(row),
    db().note.findFirst({
      where: { ...LIVE, OR: [{ createdAt: { lt: at.createdAt } }, { createdAt: at.createdAt, id: { lt: at.id } }] },
      orderBy: NEWEST_FIRST,
      select: CARD_COLUMNS,
    }),
    db().note.findFirst({
      where: { ...LIVE, OR: [{ createdAt: { gt: at.createdAt } }, { createdAt: at.createdAt, id: { gt: at.id } }] },
      orderBy: OLDEST_FIRST,
      select: CARD_COLUMNS,
    }),
    findRelated(row),
  ])
  return {
    note: { ...toCard(row), updatedAt: row.updatedAt.toISOString(), version: row.version },
    rendered: text.rendered,
    toc: text.toc,
    wordCount: text.wordCount,
    previous: previous && toCard(previous),
    next: next && toCard(next),
    related: related.map(toCard),
  }
}

/** Notes whose title and summary share the most trigrams with this one's, among the newest hundreds. */
function findRelated(row: { id: string; title: string; about: string }) {
  const text = `${row.title} ${row.about}`
  return db().$queryRaw<Array<Prisma.NoteGetPayload<{ select: typeof CARD_COLUMNS }>>>`
    SELECT "id", "title", "about", "createdAt" FROM (
      SELECT "id", "title", "about", "createdAt" FROM "Note" WHERE "deletedAt" IS NULL ORDER BY "createdAt" DESC, "id" DESC LIMIT 300
    ) AS newest
    WHERE "id" <> ${row.id}
    ORDER BY similarity("title" || ' ' || "about", ${text}) DESC, "createdAt" DESC
    LIMIT ${RELATED_NOTES}`
}

/** One page of the admin's notes table, sorted and filtered in the database. */
export async function tableNotes(_admin: Admin, state: TableState): Promise<TablePage<NoteTableRow>> {
  if (state.filter.includes('\u0000')) return { rows: [], total: 0 }
  const where: Prisma.NoteWhereInput = {
    deletedAt: state.trash ? { not: null } : null,
    ...(state.filter === '' ? {} : { title: { contains: escapeLike(state.filter), mode: 'insensitive' } }),
  }
  const total = await db().note.count({ where })
  const rows = await readPage(state, total, ({ skip, take, direction }) =>
    db().note.findMany({
      where,
      orderBy: [state.sort === 'title' ? { title: direction } : { createdAt: direction }, { id: direction }],
      skip,
      take,
      select: { id: true, title: true, createdAt: true, version: true, deletedAt: true },
    }),
  )
  return {
    rows: rows.map(({ id, createdAt, deletedAt, ...fields }) => ({
      _id: id,
      ...fields,
      createdAt: createdAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
    })),
    total,
  }
}
