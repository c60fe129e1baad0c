import type { Admin } from '@/lib/access/actor'
import { spanOf, type ViewsQuery } from '@/lib/analytics/input'
import type { ViewCount, Views, ViewUnit } from '@/lib/analytics/schema'
import { countedPath, writeViews } from '@/lib/analytics/server/mutations'
import { AppError, fieldError } from '@/lib/http/errors'
import { shifted } from '@/lib/platform/days'
import { isId } from '@/lib/platform/ids'
import { clockAt } from '@/lib/platform/local-time'
import { db, Prisma } from '@/lib/platform/server/db'
import { readTimeZone } from '@/lib/site-settings/server/queries'

const LISTED_ROWS = 100

type Span = { from: string; to: string }
type Counts = Omit<ViewCount, 'at'>
type Counted = Counts & { name: string }

const COUNTS = Prisma.sql`coalesce(sum("views"), 0)::int AS "views", coalesce(sum("visitors"), 0)::int AS "visitors"`

/**
 * How often the site, or one of its pages, was viewed, by the site's clock. Its time grows with the days and pages of the
 * span, whatever the number of views.
 * @throws AppError "unprocessable" for a span that ends before it begins or is too long, "not-found" for a page that is none
 */
export async function readViews(_admin: Admin, query: ViewsQuery): Promise<Views> {
  const { by } = query
  const span = spanOf(query, clockAt(new Date(), await readTimeZone()).slice(0, 'yyyy-mm-dd'.length))
  if ('issue' in span) throw fieldError('from', span.issue)
  const path = query.path === '' ? '' : await countedPath(query.path)
  if (path === null) throw new AppError('not-found', 'There is no such page.')
  await writeViews()
  const [rows, titles, [all], [before], [robots], { pages, technologies }, referrers, devices] = await Promise.all([
    readRows(span, by, path),
    titlesOf([path]),
    readTotal('views', span, path),
    readTotal('views', span.before, path),
    readTotal('robot', span, ''),
    path === '' ? listPages(span) : { pages: [], technologies: [] },
    listValues('referrer', span, path),
    listValues('device', span, path),
  ])
  return {
    ...{ from: span.from, to: span.to, by, path, title: titles.get(path) ?? '' },
    ...(all ?? { views: 0, visitors: 0 }),
    before: before ?? { views: 0, visitors: 0 },
    robots: robots?.views ?? 0,
    rows,
    pages,
    referrers: referrers.map(({ name, ...counts }) => ({ host: name, ...counts })),
    devices: devices.map(({ name, ...counts }) => ({ device: name, ...counts })),
    technologies,
  }
}

/** Each unit by its key, instead of what lies between: rows of pages lie between those of the site. */
async function readRows(span: Span, by: ViewUnit, path: string): Promise<ViewCount[]> {
  const { from, to } = span
  if (by === 'month')
    return db().$queryRaw<ViewCount[]>`
      SELECT to_char(month, 'YYYY-MM-DD') AS "at", ${COUNTS}
      FROM generate_series(date_trunc('month', ${from}::timestamp), ${to}::timestamp, '1 month') month
      LEFT JOIN ${sumsOf('views', span, Prisma.sql`"path" = ${path} AND "value" = ''`)}
        ON date_trunc('month', sums."start") = month
      GROUP BY 1 ORDER BY 1`
  const isHour = by === 'hour'
  return db().$queryRaw<ViewCount[]>`
    SELECT to_char(date_trunc(${by}, at), ${isHour ? 'YYYY-MM-DD"T"HH24:MI' : 'YYYY-MM-DD'}) AS "at", ${COUNTS}
    FROM generate_series(${from}::timestamp, ${to}::timestamp + ${isHour ? '23 hours' : '0 hours'}::interval,
      ${isHour ? '1 hour' : '1 day'}::interval) at
    LEFT JOIN "ViewSum" ON "kind" = 'views' AND "unit" = ${isHour ? 'hour' : 'day'} AND "start" = at
      AND "path" = ${path} AND "value" = ''
    GROUP BY 1 ORDER BY 1`
}

function readTotal(kind: 'views' | 'robot', span: Span, path: string): Promise<Counts[]> {
  return db().$queryRaw<Counts[]>`
    SELECT ${COUNTS} FROM ${sumsOf(kind, span, Prisma.sql`"path" = ${path} AND "value" = ''`)}`
}

/** The sums of a span, in SQL, as `sums`: those of its whole months, and of the days before and after them. */
function sumsOf(
  kind: 'views' | 'robot' | 'referrer' | 'device',
  { from, to }: Span,
  condition: Prisma.Sql,
): Prisma.Sql {
  const units = { day: [] as string[], month: [] as string[] }
  for (let day = from; day <= to; ) {
    const month = `${day.slice(0, 'yyyy-mm'.length)}-01`
    const isWhole = day === month && lastOfMonth(day) <= to
    units[isWhole ? 'month' : 'day'].push(day)
    day = shifted(isWhole ? lastOfMonth(day) : day, 1)
  }
  const of = (unit: 'day' | 'month') => Prisma.sql`
    SELECT * FROM "ViewSum" WHERE "kind" = ${kind} AND "unit" = ${unit}
      AND "start" = ANY(${units[unit]}::timestamp[]) AND ${condition}`
  return Prisma.sql`(${of('day')} UNION ALL ${of('month')}) sums`
}

const lastOfMonth = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, day.length)
}

/** What was viewed most: both are of the same sums, which are most of what is read of a span. */
async function listPages(span: Span): Promise<Pick<Views, 'pages' | 'technologies'>> {
  const rows = await db().$queryRaw<Array<Counted & { slug: string | null }>>`
    WITH viewed AS MATERIALIZED (
      SELECT "path", ${COUNTS} FROM ${sumsOf('views', span, Prisma.sql`"path" > ''`)} GROUP BY 1
    )
    (SELECT NULL AS "slug", "path" AS "name", "views", "visitors" FROM viewed ORDER BY 3 DESC, 2 LIMIT ${LISTED_ROWS})
    UNION ALL (
      SELECT technology."slug", technology."name", ${COUNTS} FROM (
        SELECT DISTINCT viewed.*, alias."technologyId" FROM viewed
        JOIN "SearchEntry" AS entry ON entry."id" = split_part("path", '/', 3)
        CROSS JOIN unnest(entry."techs") AS named("key") JOIN "TechnologyAlias" AS alias ON alias."key" = named."key"
        WHERE "path" LIKE '/note/%' OR "path" LIKE '/post/%'
      ) uses JOIN "Technology" AS technology ON technology."id" = uses."technologyId"
      GROUP BY technology."id" ORDER BY 3 DESC, 2 LIMIT ${LISTED_ROWS})
    ORDER BY "views" DESC, "name"`
  const titles = await titlesOf(rows.map(({ name }) => name))
  return {
    pages: rows.flatMap(({ slug, name, ...counts }) =>
      slug === null ? { path: name, title: titles.get(name) ?? '', ...counts } : [],
    ),
    technologies: rows.flatMap(({ slug, ...row }) => (slug === null ? [] : { slug, ...row })),
  }
}

function listValues(kind: 'referrer' | 'device', span: Span, path: string): Promise<Counted[]> {
  return db().$queryRaw<Counted[]>`
    SELECT "value" AS "name", ${COUNTS} FROM ${sumsOf(kind, span, Prisma.sql`"path" = ${path}`)}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${LISTED_ROWS}`
}

/** The titles of notes, projects and pages by the paths under which their views are counted. */
async function titlesOf(viewed: string[]): Promise<Map<string, string>> {
  const ids = viewed.map((path) => path.slice(path.lastIndexOf('/') + 1)).filter(isId)
  if (ids.length === 0) return new Map()
  const rows = await db().$queryRaw<Array<{ path: string; title: string }>>`
    SELECT '/note/' || "id" AS "path", "title" FROM "Note" WHERE "id" = ANY(${ids})
    UNION ALL SELECT '/post/' || "id", "title" FROM "Post" WHERE "id" = ANY(${ids})
    UNION ALL SELECT '/' || "id", "title" FROM "Page" WHERE "id" = ANY(${ids})`
  return new Map(rows.map(({ path, title }) => [path, title]))
}
