import { forgetOldViews } from '@/lib/analytics/mutations'
import { forgetOldEvents } from '@/lib/audit/mutations'
import { SESSION_IDLE_SECONDS } from '@/lib/auth/cookie'
import { MAINTENANCE } from '@/lib/auth/operator'
import { db } from '@/lib/db'
import { deleteOldKeys } from '@/lib/idempotency/mutations'
import { describeError, log } from '@/lib/log'
import { removeUnusedPictures, sweepOrphans } from '@/lib/media/mutations'
import { trashNotes } from '@/lib/note/mutations'
import { trashPosts } from '@/lib/post/mutations'
import { TRASH_DAYS } from '@/lib/table'

const DAY_MS = 24 * 60 * 60 * 1000
const PURGE_BATCH_ROWS = 100
/** An upload takes far less: a file without a row that is older belongs to nobody. */
const ORPHAN_MINUTES = 60

/** Whoever writes a text has its pictures stored long before the text. */
const UNUSED_PICTURE_DAYS = 7

/** How many of each were removed; null where it failed. */
export type MaintenanceReport = Record<
  | 'posts'
  | 'notes'
  | 'pictures'
  | 'sessions'
  | 'rateLimits'
  | 'idempotencyKeys'
  | 'pageViews'
  | 'auditEvents'
  | 'files',
  number | null
>

/**
 * Removes what nobody can reach any more: trash older than 30 days, pictures that stood in no text for a week, ended
 * sessions, counters that ran out, old page views and audit rows, files no row names. For shortly after a start and
 * once a day; safe to run twice at once, and on several instances. Never throws: what fails is logged, the rest is done
 * all the same, and the next run tries again.
 */
export async function runMaintenance(): Promise<MaintenanceReport> {
  const now = Date.now()
  const trashedBefore = { deletedAt: { lt: new Date(now - TRASH_DAYS * DAY_MS) } }
  const oldest = { orderBy: { deletedAt: 'asc' }, take: PURGE_BATCH_ROWS, select: { id: true } } as const
  const report: MaintenanceReport = {
    posts: await attempt('posts', () =>
      inBatches(
        () => db().post.findMany({ where: trashedBefore, ...oldest }),
        (ids) => trashPosts(MAINTENANCE, { ids, action: 'purge' }),
      ),
    ),
    notes: await attempt('notes', () =>
      inBatches(
        () => db().note.findMany({ where: trashedBefore, ...oldest }),
        (ids) => trashNotes(MAINTENANCE, { ids, action: 'purge' }),
      ),
    ),
    // After the notes: what only a purged one showed goes with it.
    pictures: await attempt('pictures', () => removeUnusedPictures(UNUSED_PICTURE_DAYS)),
    sessions: await attempt('sessions', async () => {
      const idleSince = new Date(now - SESSION_IDLE_SECONDS * 1000)
      const ended = { OR: [{ expiresAt: { lte: new Date(now) } }, { lastSeenAt: { lte: idleSince } }] }
      return (await db().session.deleteMany({ where: ended })).count
    }),
    rateLimits: await attempt('rateLimits', () => {
      // Rows that a sign-in holds are left for the next day: to wait for several could end it with a deadlock.
      return db().$executeRaw`
        DELETE FROM "RateLimit" WHERE "key" IN (
          SELECT "key" FROM "RateLimit" WHERE "expiresAt" <= ${new Date(now)} FOR UPDATE SKIP LOCKED)`
    }),
    idempotencyKeys: await attempt('idempotencyKeys', () => deleteOldKeys(new Date(now))),
    pageViews: await attempt('pageViews', () => forgetOldViews(new Date(now))),
    auditEvents: await attempt('auditEvents', () => forgetOldEvents(new Date(now))),
    files: await attempt('files', () => sweepOrphans(ORPHAN_MINUTES)),
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
    // None of them went: another instance was quicker, or they came back. The next run sees to the rest.
    if (count === 0) return removed
  }
}
