import { cache } from 'react'
import type { ContentName } from '@/lib/content/kinds'
import { AppError } from '@/lib/http/errors'
import { isId } from '@/lib/platform/ids'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import type { Publishing, PublishingState, Status, StatusFilter } from '@/lib/publishing/status'

/*
 * What is public is what these conditions say at the moment of the query, by the database's clock: all instances share
 * it, and it wrote the dates they are compared with. Every read of notes and projects goes by one of them.
 */

/** In SQL: the table of a kind of content, and the column that names its row in what belongs to it. */
export const CONTENT_SQL: Record<ContentName, { table: Prisma.Sql; owner: Prisma.Sql }> = {
  note: { table: Prisma.sql`"Note"`, owner: Prisma.sql`"noteId"` },
  post: { table: Prisma.sql`"Post"`, owner: Prisma.sql`"postId"` },
  page: { table: Prisma.sql`"Page"`, owner: Prisma.sql`"pageId"` },
}

/** What everybody may see of "Note" and "Post", in SQL. */
export const IS_PUBLIC = Prisma.sql`"deletedAt" IS NULL AND "publishedAt" <= now()`

/** The dates of a public row as everybody sees them, in SQL: of a note, `postedAt` and `changedAt`. */
export const LISTED_DATES: Record<ContentName, Prisma.Sql> = {
  note: Prisma.sql`"publishedAt" AS "createdAt", greatest("revisedAt", "publishedAt") AS "updatedAt"`,
  post: Prisma.sql`"publishedAt" AS "createdAt", greatest("updatedAt", "publishedAt") AS "updatedAt"`,
  page: Prisma.sql`"publishedAt" AS "createdAt", greatest("updatedAt", "publishedAt") AS "updatedAt"`,
}

/** The same as a condition for Prisma; `now` is the database's time. */
function isPublicAt(now: Date) {
  return { deletedAt: null, publishedAt: { lte: now } }
}

/** What an admin may ask for instead. */
export function isListed(status: StatusFilter, now: Date) {
  if (status === 'published') return isPublicAt(now)
  const dates = { all: undefined, draft: null, scheduled: { gt: now } }
  return { deletedAt: null, publishedAt: dates[status] }
}

/** The rows of an admin's table: those of one status, or what is in the trash. */
export function isInTable({ trash, status }: { trash: boolean; status: StatusFilter }, now: Date) {
  return trash ? { deletedAt: { not: null } } : isListed(status, now)
}

/** The condition for what everybody may see now; read once for all that one page asks. */
export const publicNow = cache(async () => isPublicAt(await databaseNow(db())))

/** The database's time; in a transaction, of its beginning. */
export async function databaseNow(client: Pick<Transaction, '$queryRaw'>): Promise<Date> {
  // Cut as the dates it is compared with are.
  const [row] = await client.$queryRaw<Array<{ now: Date }>>`SELECT date_trunc('milliseconds', now()) AS "now"`
  if (!row) throw new Error('The database did not say what time it is.')
  return row.now
}

/** Drafts stand after everything that has a date, and among themselves by their age: ids grow with time. */
export const OLDEST_FIRST = [{ publishedAt: 'asc' as const }, { id: 'asc' as const }]
export const NEWEST_FIRST = [{ publishedAt: 'desc' as const }, { id: 'desc' as const }]

/** A row in that order, from which a list goes on. */
export type Cursor = { id: string; publishedAt: Date | null }

/** What comes after a cursor, oldest first. */
export function afterCursor({ id, publishedAt }: Cursor) {
  if (!publishedAt) return { publishedAt: null, id: { gt: id } }
  return { OR: [{ publishedAt: { gt: publishedAt } }, { publishedAt, id: { gt: id } }, { publishedAt: null }] }
}

type RowAt = { where: { id: string; publishedAt?: { lte: Date } }; select: { id: true; publishedAt: true } }

/**
 * The cursor of the row a list goes on after; of a row that has gone to the trash since, too.
 * @param visibleAt only a row that was public at this time; without it any
 * @throws AppError "unprocessable" when there is none
 */
export async function cursorOf(
  id: string,
  find: (row: RowAt) => Promise<Cursor | null>,
  visibleAt?: Date,
): Promise<Cursor> {
  const where = { id, ...(visibleAt ? { publishedAt: { lte: visibleAt } } : {}) }
  const cursor = isId(id) ? await find({ where, select: { id: true, publishedAt: true } }) : null
  if (cursor) return cursor
  const message = 'after must be the _id of a row in the list.'
  throw new AppError('unprocessable', message, { issues: [{ path: 'after', message }] })
}

/** The date everybody sees: that of publishing. A draft has none yet, and shows its own age. */
export function postedAt({ publishedAt, createdAt }: { publishedAt: Date | null; createdAt: Date }): Date {
  return publishedAt ?? createdAt
}

/** When its text last became another one for readers: no earlier than they had it. */
export function changedAt({ revisedAt, ...row }: Parameters<typeof postedAt>[0] & { revisedAt: Date | null }): Date {
  const posted = postedAt(row)
  return revisedAt && revisedAt > posted ? revisedAt : posted
}

function statusOf(publishedAt: Date | null, now: Date): Status {
  if (!publishedAt) return 'draft'
  return publishedAt > now ? 'scheduled' : 'published'
}

/** The fields only admins get. `now` is the database's. */
export function publishingState({ publishedAt }: { publishedAt: Date | null }, now: Date): PublishingState {
  return { status: statusOf(publishedAt, now), publishAt: publishedAt?.toISOString() ?? null }
}

type Dates = { createdAt: Date; publishedAt: Date | null; deletedAt: Date | null }

/** The dates of a row in an admin's table, as its schema has them. */
export function tableDates({ deletedAt, ...row }: Dates, now: Date) {
  return {
    createdAt: postedAt(row).toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
    ...publishingState(row, now),
  }
}

/**
 * The column of a new row. Without a date of its own the database sets it: to the time by its clock.
 * @throws AppError "unprocessable" for a draft with a date
 */
export function publishedAtOfNew({ status, publishAt }: Publishing): { publishedAt?: Date | null } {
  if (status === 'draft') return publishAt ? refuseDatedDraft() : { publishedAt: null }
  return publishAt ? { publishedAt: publishAt } : {}
}

/** The time of the transaction that has created a row, by the database's clock. */
export async function timeOfCreation(
  transaction: Transaction,
  requested: { publishedAt?: Date | null },
  created: { publishedAt: Date | null },
): Promise<Date> {
  // Where no date was asked for, the database has written its time.
  return requested.publishedAt === undefined && created.publishedAt ? created.publishedAt : databaseNow(transaction)
}

type DateColumns = { publishedAt: Date | null; keptDate: Date | null }

/**
 * The columns of a changed row; none where the date stays. What is public stays at its date when it is published once
 * more, what was unpublished gets the date back that it had, and what is scheduled is published now.
 * @throws AppError "unprocessable" for a draft with a date
 */
export function publishedAtOfChanged(
  { status, publishAt }: Publishing,
  before: DateColumns,
  now: Date,
): Partial<DateColumns> {
  const isDraft = status ? status === 'draft' : before.publishedAt === null
  if (publishAt) return isDraft ? refuseDatedDraft() : { publishedAt: publishAt, keptDate: null }
  const was = statusOf(before.publishedAt, now)
  if (status === 'draft')
    return was === 'draft' ? {} : { publishedAt: null, keptDate: was === 'published' ? before.publishedAt : null }
  if (status === 'published' && was !== 'published') return { publishedAt: before.keptDate ?? now, keptDate: null }
  return {}
}

function refuseDatedDraft(): never {
  const message = 'A draft has no date: publish it, or leave publishAt out.'
  throw new AppError('unprocessable', message, { issues: [{ path: 'publishAt', message }] })
}

/** What the audit log says beside a creation: nothing where it is public at once. */
export function detailOfNew(row: { publishedAt: Date | null }, now: Date): string {
  const status = statusOf(row.publishedAt, now)
  return status === 'published' ? '' : status
}

/** The audit action of a change of the status; "update" for a write that keeps it. */
export function actionOfChange(
  before: { publishedAt: Date | null },
  after: { publishedAt: Date | null },
  now: Date,
): 'publish' | 'unpublish' | 'schedule' | 'update' {
  const is = statusOf(after.publishedAt, now)
  const isMoved = before.publishedAt?.getTime() !== after.publishedAt?.getTime()
  if (is === 'scheduled' && isMoved) return 'schedule'
  if (is === statusOf(before.publishedAt, now)) return 'update'
  return is === 'draft' ? 'unpublish' : 'publish'
}

/** Milliseconds until the next scheduled text becomes public; null when there is none. */
export async function untilNextPublication(): Promise<number | null> {
  const [row] = await db().$queryRaw<Array<{ milliseconds: number | null }>>`
    SELECT (extract(epoch FROM min("publishedAt") - now()) * 1000)::float8 AS "milliseconds" FROM (
      (SELECT "publishedAt" FROM "Note" WHERE "publishedAt" > now() AND "deletedAt" IS NULL ORDER BY "publishedAt" LIMIT 1)
      UNION ALL
      (SELECT "publishedAt" FROM "Post" WHERE "publishedAt" > now() AND "deletedAt" IS NULL ORDER BY "publishedAt" LIMIT 1)
      UNION ALL
      (SELECT "publishedAt" FROM "Page" WHERE "publishedAt" > now() AND "deletedAt" IS NULL ORDER BY "publishedAt" LIMIT 1)
    ) AS next`
  return row?.milliseconds ?? null
}
