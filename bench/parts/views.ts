import type { Admin } from '@/lib/access/actor'
import { recordView, writeViews } from '@/lib/analytics/server/mutations'
import { readViews } from '@/lib/analytics/server/queries'
import { currentDatabase, openDatabase } from '@/lib/platform/server/db'
import { applyMigrations } from '@/scripts/database/migrations'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { round, row } from '../report'

/** Minutes of writing sums. */
export const onlyByName = true

const OWNER = { userId: 'owner', name: 'Owner', isAdmin: true } as unknown as Admin
const PAGES = 2_000
const VIEWS = 10_000_000
const BATCHES = 20
const PATHS = ['/', '/projects', '/myblog', '/about', '/search/word']
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** How long a view takes to be counted, and figures to be read, with a year of ten million views of two thousand pages. */
export async function measure(): Promise<void> {
  const server = await startTemporaryDatabase()
  const database = openDatabase(server.url)
  currentDatabase.value = database
  process.env.SITE_URL ??= 'http://localhost'
  try {
    await applyMigrations(server.url)
    await writeYear(database)
    const count = (at: number) => {
      const sender = { address: `192.0.${at % 200}.1`, userAgent: BROWSER, host: 'localhost' }
      return recordView({ path: PATHS[at % PATHS.length] ?? '/', referrer: 'https://news.example/' }, sender)
    }
    for (const size of [1, 10, 50]) {
      const counting: number[] = []
      for (let at = 0; at < BATCHES; at += 1) {
        const countAll = async () => {
          for (let nth = 0; nth < size; nth += 1) await count(at * size + nth)
          await writeViews()
        }
        counting.push((await timed(countAll)) / size)
      }
      row(
        `views, one counted in ${size}`,
        `${middle(counting)} ms`,
        `${BATCHES} batches`,
        '≤ 1 ms of the server’s time',
      )
    }
    const today = new Date().toISOString().slice(0, 10)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    for (const [days, by] of [
      [30, 'day'],
      [90, 'hour'],
      [365, 'week'],
      [400, 'month'],
    ] as const) {
      const query = { from: daysAgo(days - 1), to: today, by, path: '' }
      const times: number[] = []
      for (let at = 0; at < 10; at += 1) times.push(await timed(() => readViews(OWNER, query)))
      row(`views, ${days} days by ${by}`, `${middle(times)} ms`, '10 reads', '≤ 50 ms')
    }
  } finally {
    await database.$disconnect()
    await server.stop()
  }
}

/** Sums as so many views leave them: few pages are viewed often, most now and then. */
async function writeYear(database: ReturnType<typeof openDatabase>): Promise<void> {
  await database.$executeRaw`
    INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
    SELECT 'views', 'day', day, '/search/word-' || page, '', views, ceil(views * 0.6) FROM (
      SELECT day, page, floor(${VIEWS / 400}::float / (9.0 * page) + random() * 1.2)::int AS views
      FROM generate_series(date_trunc('day', now()) - interval '399 days', date_trunc('day', now()), '1 day') day,
        generate_series(1, ${PAGES}::int) page) counted WHERE views > 0`
  await database.$executeRaw`
    INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
    SELECT split.kind, 'day', "start", "path", split.name, ceil("views" * share), ceil("visitors" * share) FROM "ViewSum",
      (VALUES ('device', 'desktop', 0.7), ('device', 'phone', 0.3), ('referrer', 'search.example', 0.3),
        ('referrer', 'news.example', 0.2)) split(kind, name, share)
    WHERE "views" * share >= 1`
  await database.$executeRaw`
    INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
    SELECT "kind", "unit", "start", '', "value", sum("views"), sum("visitors") FROM "ViewSum" GROUP BY 1, 2, 3, 5`
  await database.$executeRaw`
    INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
    SELECT "kind", 'month', date_trunc('month', "start"), "path", "value", sum("views"), sum("visitors")
    FROM "ViewSum" GROUP BY 1, 3, 4, 5`
  await database.$executeRaw`
    INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
    SELECT 'views', 'hour', "start" + hour * interval '1 hour', "path", '', ceil("views" / 16.0), ceil("visitors" / 16.0)
    FROM "ViewSum", generate_series(6, 21) hour
    WHERE "kind" = 'views' AND "unit" = 'day' AND "start" > now() - interval '93 days' AND "views" > hour % 16`
  await database.$executeRaw`VACUUM ANALYZE "ViewSum"`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const middle = (times: number[]) => round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
