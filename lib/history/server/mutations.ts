import { isDeepStrictEqual } from 'node:util'
import type { Member } from '@/lib/access/actor'
import { galleryPictures } from '@/lib/content/gallery'
import { ownedBy, RICH_TEXT } from '@/lib/content/kinds'
import { POST_TEXTS } from '@/lib/content/post-facts'
import {
  DRAFTS_RETAINED,
  EDITING_SESSION_MINUTES,
  type HistorySubject,
  type PostRevision,
  PUBLISHED_RETAINED,
  pictureInRevision,
  type RevisionFields,
  type RevisionStatus,
  saidInRevision,
  storyInRevision,
} from '@/lib/history/schema'
import { ofSubjectSql, PICTURE_COLUMNS, seenBy } from '@/lib/history/server/queries'
import { db, type Prisma, type Transaction } from '@/lib/platform/server/db'
import { CONTENT_SQL } from '@/lib/publishing/server/visibility'
import type { Status } from '@/lib/publishing/status'
import { countWords } from '@/lib/rich-text/word-count'

/** What counts as a draft among the revisions of a row. */
const DRAFT_STATUSES: RevisionStatus[] = ['draft', 'copy', 'kept']
const EDITING_SESSION_MS = EDITING_SESSION_MINUTES * 60_000

/**
 * What a row says and since when, by the database's clock; with the sanitiser's version of its rich text ("" without any)
 * and its number of words.
 */
export type RowState = { fields: RevisionFields; stamp: string; words: number; status: Status; updatedAt: Date }

/** The same of a working copy. */
type CopyState = Omit<RowState, 'status'> & { status: 'copy' }

type Author = Pick<Member, 'userId' | 'name'>

const UNKNOWN: Author = { userId: '', name: '' }

/**
 * Keeps what a write has made of a row, in its transaction and after it: the row's lock puts revisions in order. What
 * somebody saves as a draft and saves again within half an hour is one revision; what says the same as the revision
 * before is none, unless it publishes. A row that was there before its history began is given the revision it had.
 * @param before the row as it was; null for a new one
 * @returns whether it is a revision of its own
 */
export async function recordRevision(
  transaction: Transaction,
  author: Author,
  subject: HistorySubject,
  { before, after }: { before: RowState | null; after: RowState },
): Promise<boolean> {
  if (!before) {
    await insert(transaction, author, subject, after)
    return true
  }
  const last = await transaction.revision.findFirst({
    where: { ...ownedBy(subject), status: { not: 'copy' } },
    orderBy: { id: 'desc' },
    select: { id: true, fields: true, status: true, authorId: true, updatedAt: true },
  })
  if (!last) await insert(transaction, UNKNOWN, subject, before)
  const latest = last ?? { ...before, authorId: UNKNOWN.userId }
  const publishes = after.status !== 'draft' && latest.status !== after.status
  if (isDeepStrictEqual(latest.fields, after.fields) && !publishes) return false
  const isSameSession =
    latest.status === 'draft' &&
    latest.authorId === author.userId &&
    after.updatedAt.getTime() - latest.updatedAt.getTime() < EDITING_SESSION_MS
  if (last && isSameSession) {
    await transaction.revision.update({ where: { id: last.id }, data: columnsOf(after), select: { id: true } })
    return false
  }
  await insert(transaction, author, subject, after)
  return true
}

/**
 * Keeps what stands in a working copy of a row, for its owner alone: an editing session has ended, or another text is
 * about to take its place. Nothing where that says the same as the last revision they see, or where the row is gone.
 */
export async function keepCopy(
  owner: Author,
  subject: HistorySubject,
  { fields, updatedAt }: { fields: Record<string, string>; updatedAt: Date },
): Promise<void> {
  const state = await stateOfCopy(subject, fields)
  const last = await db().revision.findFirst({
    where: { ...ownedBy(subject), ...seenBy(owner) },
    orderBy: { id: 'desc' },
    select: { fields: true },
  })
  if (!state || isDeepStrictEqual(last?.fields, state.fields)) return
  await insert(db(), owner, subject, { ...state, status: 'copy', updatedAt })
}

/** Lets the last revision of a draft stay, however soon it is written on: it was saved by hand. */
export async function keepDraft(subject: HistorySubject): Promise<void> {
  const last = await db().revision.findFirst({
    where: ownedBy(subject),
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  if (last) await db().revision.updateMany({ where: { id: last.id, status: 'draft' }, data: { status: 'kept' } })
}

async function stateOfCopy({ kind, id }: HistorySubject, copy: Record<string, string>) {
  const [title = '', description = ''] = [copy.title, copy.description]
  const { refreshRichText } = await import('@/lib/rich-text/server/clean')
  const { html, stamp, wordCount: words } = await refreshRichText(copy[RICH_TEXT[kind]] ?? '', 'admins')
  if (kind !== 'post') {
    const rows = await db().$queryRaw<unknown[]>`SELECT FROM ${CONTENT_SQL[kind].table} WHERE "id" = ${id}`
    if (rows.length === 0) return null
    const { about = '', footer = '', robots = '' } = copy
    const own = kind === 'page' ? { footer, robots } : { about, ...saidInRevision(copy) }
    return { fields: { title, description: html, ...own } as RevisionFields, stamp, words }
  }
  const pictures = {
    select: PICTURE_COLUMNS,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  } satisfies Prisma.Post$imagesArgs
  const row = await db().post.findUnique({ where: { id }, select: { images: pictures } })
  if (!row) return null
  const [cover, ...others] = row.images
  const shown = cover && { ...cover, alt: copy.alt ?? cover.alt, caption: copy.caption ?? cover.caption }
  const rest = copy.pictures === undefined ? others : await storedPictures(copy.pictures)
  const image = (shown ? [shown, ...rest] : rest).map(pictureInRevision)
  const texts = Object.fromEntries(POST_TEXTS.map((name) => [name, copy[name] ?? '']))
  return {
    fields: { title, description, ...texts, ...storyInRevision(html), image } as PostRevision,
    stamp: html === '' ? '' : stamp,
    words: countWords(description) + words,
  }
}

async function storedPictures(text: string) {
  const listed = galleryPictures(text)
  const rows = await db().media.findMany({
    where: { id: { in: listed.map(({ _id }) => _id) } },
    select: { id: true, ...PICTURE_COLUMNS },
  })
  return listed.flatMap(({ _id, alt, caption }) => {
    const row = rows.find(({ id }) => id === _id)
    return row ? [{ ...row, alt, caption }] : []
  })
}

/** Stores a revision; of those before it the newest of each kind stay. */
async function insert(
  transaction: Pick<Transaction, '$executeRaw'>,
  { userId, name }: Author,
  subject: HistorySubject,
  state: CopyState | RowState,
): Promise<void> {
  const { fields, stamp, words, status, pictures, updatedAt } = columnsOf(state)
  const isDraft = DRAFT_STATUSES.includes(status)
  await transaction.$executeRaw`
    WITH pruned AS (
      DELETE FROM "Revision" WHERE "id" = ANY(ARRAY(
        SELECT "id" FROM (
          SELECT "id", draft, row_number() OVER (PARTITION BY draft ORDER BY "id" DESC) AS newer
          FROM (SELECT "id", "status" = ANY(${DRAFT_STATUSES}) AS draft FROM "Revision" WHERE ${ofSubjectSql(subject)}) AS revision
        ) AS counted
        WHERE newer + (draft = ${isDraft})::int > CASE WHEN draft THEN ${DRAFTS_RETAINED}::int ELSE ${PUBLISHED_RETAINED}::int END))
    )
    INSERT INTO "Revision" (${CONTENT_SQL[subject.kind].owner}, "authorId", "authorName", "fields", "stamp", "words", "status", "pictures", "createdAt", "updatedAt")
    VALUES (${subject.id}, ${userId}, ${name}, ${JSON.stringify(fields)}::jsonb, ${stamp}, ${words}, ${status}, ${pictures}::text[], ${updatedAt}, ${updatedAt})`
}

/** Ends of addresses, in HTML that stands in JSON. */
const ADDRESS_END = /\/([\w.-]+)(?=["\\?#])/g

function columnsOf<State extends CopyState | RowState>(state: State) {
  const ends = [...JSON.stringify(state.fields).matchAll(ADDRESS_END)].flatMap(([, end]) => end ?? [])
  return { ...state, pictures: [...new Set(ends)] }
}
