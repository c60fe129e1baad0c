import { MAINTENANCE } from '@/lib/access/system-actors'
import { makeSlugs } from '@/lib/addresses/server/mutations'
import { deleteOldViews } from '@/lib/analytics/server/mutations'
import { deleteOldEvents } from '@/lib/audit/server/mutations'
import { SESSION_IDLE_SECONDS } from '@/lib/auth/server/session-cookie'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { deleteOrphanFiles, removeUnusedImages } from '@/lib/media/server/mutations'
import { deleteOldMoves } from '@/lib/move/server/mutations'
import { WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { descriptionColumns } from '@/lib/note/server/queries'
import { db, type Prisma } from '@/lib/platform/server/db'
import { describeError, log } from '@/lib/platform/server/log'
import { WRITABLE_POSTS } from '@/lib/post/server/mutations'
import type { RichText } from '@/lib/rich-text/safe-html'
import { SANITISER_VERSION } from '@/lib/rich-text/server/sanitiser-version'
import { refreshSearch } from '@/lib/search/server/mutations'
import { TRASH_DAYS } from '@/lib/table/table-state'
import { aboutColumns } from '@/lib/user/server/queries'
import { deleteOldCopies } from '@/lib/working-copy/server/mutations'

const DAY_MS = 24 * 60 * 60 * 1000
const PURGE_BATCH_ROWS = 100
/** An upload takes far less: an older file without a row is an orphan. */
const ORPHAN_MINUTES = 60

/** Authors upload images long before they save the text. */
const UNUSED_PICTURE_DAYS = 7

/** A file that was sent to the screen Import & Export. */
const UNBROUGHT_DAYS = 7

const REFRESH_BATCH_ROWS = 10

/** How many of each were deleted, and how many texts were refreshed; null for a task that failed. */
export type MaintenanceReport = Record<
  | 'posts'
  | 'notes'
  | 'workingCopies'
  | 'pictures'
  | 'sessions'
  | 'rateLimits'
  | 'pageViews'
  | 'auditEvents'
  | 'uploads'
  | 'files'
  | 'texts'
  | 'slugs'
  | 'searchEntries',
  number | null
>

/**
 * Deletes what is no longer reachable: trash older than 30 days, images unused for a week, ended sessions, expired
 * counters, abandoned working copies, old page views and audit rows, files without a row; and refreshes stored texts.
 * Runs shortly after a start and once a day; safe to run concurrently, also on several instances. Never throws: a failed task is logged, the
 * others still run, and the next run retries. `signal` stops the refreshing early.
 */
export async function runMaintenance(signal?: AbortSignal): Promise<MaintenanceReport> {
  const now = Date.now()
  const trashedBefore = { deletedAt: { lt: new Date(now - TRASH_DAYS * DAY_MS) } }
  const oldest = { orderBy: { deletedAt: 'asc' }, take: PURGE_BATCH_ROWS, select: { id: true } } as const
  const report: MaintenanceReport = {
    posts: await attempt('posts', () =>
      inBatches(
        () => db().post.findMany({ where: trashedBefore, ...oldest }),
        (ids) => trashContent(WRITABLE_POSTS, MAINTENANCE, { ids, action: 'purge' }),
      ),
    ),
    notes: await attempt('notes', () =>
      inBatches(
        () => db().note.findMany({ where: trashedBefore, ...oldest }),
        (ids) => trashContent(WRITABLE_NOTES, MAINTENANCE, { ids, action: 'purge' }),
      ),
    ),
    workingCopies: await attempt('workingCopies', () => deleteOldCopies(new Date(now))),
    // After notes and copies: images that only a deleted one showed are deleted too.
    pictures: await attempt('pictures', () => removeUnusedImages(UNUSED_PICTURE_DAYS)),
    sessions: await attempt('sessions', async () => {
      const idleSince = new Date(now - SESSION_IDLE_SECONDS * 1000)
      const ended = { OR: [{ expiresAt: { lte: new Date(now) } }, { lastSeenAt: { lte: idleSince } }] }
      return (await db().session.deleteMany({ where: ended })).count
    }),
    rateLimits: await attempt('rateLimits', () => {
      // Skips rows locked by a sign-in: waiting for several of them could deadlock.
      return db().$executeRaw`
        DELETE FROM "RateLimit" WHERE "key" IN (
          SELECT "key" FROM "RateLimit" WHERE "expiresAt" <= ${new Date(now)} FOR UPDATE SKIP LOCKED)`
    }),
    pageViews: await attempt('pageViews', () => deleteOldViews(new Date(now))),
    auditEvents: await attempt('auditEvents', () => deleteOldEvents(new Date(now))),
    uploads: await attempt('uploads', () => deleteOldMoves(new Date(now - UNBROUGHT_DAYS * DAY_MS))),
    files: await attempt('files', () => deleteOrphanFiles(ORPHAN_MINUTES)),
    texts: await attempt('texts', () => refreshTexts(signal)),
    slugs: await attempt('slugs', () => makeSlugs(signal)),
    // After the texts, of which it is made.
    searchEntries: await attempt('searchEntries', () => refreshSearch(signal)),
  }
  log('info', 'maintenance done', report)
  return report
}

async function attempt(task: string, work: () => Promise<number>): Promise<number | null> {
  try {
    return await work()
  } catch (error) {
    log('error', 'maintenance failed', { task, ...describeError(error) })
    return null
  }
}

async function inBatches(
  find: () => Promise<Array<{ id: string }>>,
  remove: (ids: string[]) => Promise<number>,
): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await find()
    const count = rows.length === 0 ? 0 : await remove(rows.map((row) => row.id))
    removed += count
    // None was deleted: another instance was faster, or they were restored. The next run handles the rest.
    if (count === 0) return removed
  }
}

/** Only refreshes texts, and what follows from a row: its slug and what the search finds. Right after a start. Never throws. */
export async function runTextRefresh(signal: AbortSignal): Promise<void> {
  const texts = await attempt('texts', () => refreshTexts(signal))
  const slugs = await attempt('slugs', () => makeSlugs(signal))
  const searchEntries = await attempt('searchEntries', () => refreshSearch(signal))
  if (texts || slugs || searchEntries) log('info', 'stored texts refreshed', { texts, slugs, searchEntries })
}

let refreshing: Promise<number> | undefined

/**
 * Sanitises and renders again every stored text of another sanitiser version, one at a time, at the lowest priority.
 * Visitors already get the same from memory, so it is no change: versions, dates and cached pages stay. A text saved
 * concurrently is left as saved. `signal` stops it after the current text. Returns how many were refreshed; a second
 * concurrent call joins the first.
 */
export function refreshTexts(signal?: AbortSignal): Promise<number> {
  refreshing ??= refreshAll(signal).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshAll(signal: AbortSignal | undefined): Promise<number> {
  const page = { take: REFRESH_BATCH_ROWS, orderBy: { id: 'asc' } } as const
  const notes = await refreshEach({
    signal,
    find: (after) =>
      db().note.findMany({
        ...page,
        where: { id: { gt: after }, descriptionStamp: { not: SANITISER_VERSION } },
        select: { id: true, version: true, updatedAt: true, description: true },
      }),
    htmlOf: ({ description }) => description,
    save: ({ updatedAt, ...asRead }, text) =>
      db().note.updateMany({ where: asRead, data: { ...descriptionColumns(text), updatedAt } }),
  })
  const profiles = await refreshEach({
    signal,
    find: (after) =>
      db().user.findMany({
        ...page,
        where: { id: { gt: after }, aboutStamp: { not: SANITISER_VERSION } },
        select: { id: true, version: true, updatedAt: true, about: true },
      }),
    htmlOf: ({ about }) => about,
    save: ({ updatedAt, ...asRead }, text) =>
      db().user.updateMany({ where: asRead, data: { ...aboutColumns(text), updatedAt } }),
  })
  return notes + profiles
}

type Refresh<Row> = {
  signal: AbortSignal | undefined
  /** A batch of rows of another sanitiser version, after the id `after`. */
  find: (after: string) => Promise<Row[]>
  htmlOf: (row: Row) => string
  /** Updates the row unless it was changed since. */
  save: (row: Row, text: RichText) => Prisma.PrismaPromise<{ count: number }>
}

async function refreshEach<Row extends { id: string }>({ signal, find, htmlOf, save }: Refresh<Row>): Promise<number> {
  let refreshed = 0
  for (let rows = await find(''); rows.length > 0; rows = await find(rows.at(-1)?.id ?? '')) {
    for (const row of rows) {
      if (signal?.aborted) return refreshed
      try {
        const { refreshRichText } = await import('@/lib/rich-text/server/clean')
        const text = await refreshRichText(htmlOf(row), 'maintenance')
        const [, { count }] = await db().$transaction([
          db().$executeRaw`SELECT set_config('colophon.pages_changed', 'none', true)`,
          save(row, text),
        ])
        refreshed += count
      } catch (error) {
        log('error', 'a stored text was not refreshed', { id: row.id, ...describeError(error) })
      }
    }
  }
  return refreshed
}
