import { MAINTENANCE } from '@/lib/access/system-actors'
import { makeSlugs } from '@/lib/addresses/server/mutations'
import { deleteOldViews } from '@/lib/analytics/server/mutations'
import { deleteOldEvents } from '@/lib/audit/server/mutations'
import { SESSION_IDLE_SECONDS } from '@/lib/auth/server/session-cookie'
import { deleteUnusedTokens } from '@/lib/auth/server/token-mutations'
import { type TrashableKind, trashContent } from '@/lib/content-kind/server/mutations'
import { rowsOf } from '@/lib/content-kind/server/queries'
import { checkLinks } from '@/lib/links/server/mutations'
import { deleteOrphanFiles, removeUnusedImages } from '@/lib/media/server/mutations'
import { deleteOldMoves } from '@/lib/move/server/mutations'
import { WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { runMoves } from '@/lib/ops/move-runner'
import { recordRun } from '@/lib/ops/record-run'
import { refreshTexts } from '@/lib/ops/refresh-texts'
import { type Job, type JobReport, runJobs } from '@/lib/ops/run-jobs'
import { WRITABLE_PAGES } from '@/lib/page/server/mutations'
import { DAY_MS, daysAgo } from '@/lib/platform/days'
import { db } from '@/lib/platform/server/db'
import { WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { checkRepositories } from '@/lib/repository/server/mutations'
import { refreshSearch } from '@/lib/search/server/mutations'
import { TRASH_DAYS } from '@/lib/table/table-state'
import { deleteOldCopies } from '@/lib/working-copy/server/mutations'

const MINUTE_MS = 60_000
const PURGE_BATCH_ROWS = 100
/** An upload takes far less: an older file without a row is an orphan. */
const ORPHAN_MINUTES = 60
/** Authors upload images long before they save the text. */
const UNUSED_PICTURE_DAYS = 7
/** A file that was sent to the screen Import & Export. */
const UNUSED_UPLOAD_DAYS = 7

/** The first visitors after a start come before it. */
const DAILY = { afterMs: MINUTE_MS, everyMs: DAY_MS }
/** Until then, after an update of the sanitiser, each view of a text sanitises it again. */
const AFTER_START = { afterMs: 2_000 }
/** For what a killed process has left, and for other instances; what this one is asked for begins at once. */
export const MOVES = { afterMs: 3_000, everyMs: 30_000 }

/**
 * Deletes what is no longer reachable, and refreshes what is stored of texts. Safe to run concurrently, also on several
 * instances.
 */
const MAINTENANCE_JOBS: Job[] = [
  { name: 'posts', schedules: [DAILY], run: () => emptyTrash(WRITABLE_POSTS) },
  { name: 'notes', schedules: [DAILY], run: () => emptyTrash(WRITABLE_NOTES) },
  { name: 'pages', schedules: [DAILY], run: () => emptyTrash(WRITABLE_PAGES) },
  { name: 'workingCopies', schedules: [DAILY], run: () => deleteOldCopies(new Date()) },
  // After notes and copies: images that only a deleted one showed are deleted too.
  { name: 'pictures', schedules: [DAILY], run: () => removeUnusedImages(UNUSED_PICTURE_DAYS) },
  { name: 'sessions', schedules: [DAILY], run: deleteEndedSessions },
  { name: 'tokens', schedules: [DAILY], run: deleteUnusedTokens },
  { name: 'rateLimits', schedules: [DAILY], run: deleteExpiredCounters },
  { name: 'pageViews', schedules: [DAILY], run: () => deleteOldViews(new Date()) },
  { name: 'auditEvents', schedules: [DAILY], run: () => deleteOldEvents(new Date()) },
  { name: 'uploads', schedules: [DAILY], run: () => deleteOldMoves(daysAgo(UNUSED_UPLOAD_DAYS)) },
  { name: 'files', schedules: [DAILY], run: () => deleteOrphanFiles(ORPHAN_MINUTES) },
  { name: 'texts', schedules: [AFTER_START, DAILY], run: refreshTexts },
  { name: 'slugs', schedules: [AFTER_START, DAILY], run: makeSlugs },
  // After the texts, of which it is made.
  { name: 'searchEntries', schedules: [AFTER_START, DAILY], run: refreshSearch },
  // Last: they wait for others. Each of what they check once a week.
  { name: 'repositories', schedules: [DAILY], run: (signal) => checkRepositories(signal) },
  { name: 'links', schedules: [DAILY], run: (signal) => checkLinks(signal) },
]

export type SiteJobs = {
  /** The bundled `scripts/processes/move.ts`. */
  moveProcess: string
  /** Makes a backup where one is due; checked at least each minute. */
  backups?: { everyMs: number; run: Job['run'] }
}

/** Every job of a running site. */
export function siteJobs({ moveProcess, backups }: SiteJobs): Job[] {
  return [
    ...MAINTENANCE_JOBS,
    { name: 'moves', schedules: [MOVES], run: (signal) => runMoves(moveProcess, signal) },
    ...(backups
      ? [
          {
            name: 'backups',
            schedules: [{ afterMs: 0, everyMs: Math.min(MINUTE_MS, backups.everyMs) }],
            run: backups.run,
          },
        ]
      : []),
  ]
}

/** Runs the daily jobs now, for hosts that send a request on schedule; `null` in the report for one that failed. */
export function runMaintenance(signal?: AbortSignal): Promise<JobReport> {
  return runJobs(MAINTENANCE_JOBS, signal, recordRun)
}

async function emptyTrash(kind: TrashableKind): Promise<number> {
  const where = { deletedAt: { lt: daysAgo(TRASH_DAYS) } }
  const oldest = { where, orderBy: [{ deletedAt: 'asc' }], take: PURGE_BATCH_ROWS, select: { id: true } }
  let purged = 0
  for (;;) {
    const ids = (await rowsOf<{ id: string }>(db(), kind).findMany(oldest)).map(({ id }) => id)
    const count = ids.length === 0 ? 0 : await trashContent(kind, MAINTENANCE, { ids, action: 'purge' })
    purged += count
    // None was deleted: another instance was faster, or they were restored. The next run handles the rest.
    if (count === 0) return purged
  }
}

async function deleteEndedSessions(): Promise<number> {
  const now = Date.now()
  const idleSince = new Date(now - SESSION_IDLE_SECONDS * 1000)
  const ended = { OR: [{ expiresAt: { lte: new Date(now) } }, { lastSeenAt: { lte: idleSince } }] }
  return (await db().session.deleteMany({ where: ended })).count
}

async function deleteExpiredCounters(): Promise<number> {
  // Skips rows locked by a sign-in: waiting for several of them could deadlock.
  return db().$executeRaw`
    DELETE FROM "RateLimit" WHERE "key" = ANY(ARRAY(
      SELECT "key" FROM "RateLimit" WHERE "expiresAt" <= ${new Date()} FOR UPDATE SKIP LOCKED))`
}
