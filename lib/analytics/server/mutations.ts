import { createHmac, randomBytes } from 'node:crypto'
import { accessOf } from '@/lib/access/screen-access'
import { pathById } from '@/lib/addresses/server/queries'
import type { View } from '@/lib/analytics/input'
import { createViewRateLimit } from '@/lib/analytics/server/view-limits'
import { deviceOf, referrerHost, visitorHash } from '@/lib/analytics/server/visitor'
import { addressBucket } from '@/lib/http/server/client-address'
import { DAY_MS, daysAgo } from '@/lib/platform/days'
import { newRowId } from '@/lib/platform/ids'
import { clockAt, fromLocal } from '@/lib/platform/local-time'
import { ownValue } from '@/lib/platform/own-value'
import { createBatch } from '@/lib/platform/server/batch'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { decodedSegment, paths } from '@/lib/routes/paths'
import { readTimeZone } from '@/lib/site-settings/server/queries'

const VIEWS_RETAINED_DAYS = 30
const VIEWS_RETAINED_ROWS = 1_000_000
/** Sums of hours, and of days of a single page; those of months, and of days of the whole site, stay. */
const HOURS_RETAINED_DAYS = 93
const PAGE_DAYS_RETAINED_DAYS = 731
/** Paths and referrers of one month; more of them, which anybody can make up, count for the whole site alone. */
const MONTH_MAX_VALUES = 10_000
const ADDRESS_MAX_VIEWS_A_DAY = 2_000
const ALL_MAX_VIEWS_A_DAY = 100_000
/** What a crash may lose. */
const WRITE_EVERY_MS = 2_000
/** Those that come while so many wait for a database that does not answer are dropped. */
const WAITING_MAX = 6_000

type Sender = { address: string; userAgent: string; host: string | null }

const passesLimit = createViewRateLimit()

type CountedView = Record<'id' | 'path' | 'host' | 'device' | 'visitor' | 'address', string> & { at: Date }

const batch = createBatch('page views', WRITE_EVERY_MS, storeViews)

/** Counts a page view in memory, without anything that identifies the visitor; views beyond the limits are dropped. */
export async function recordView({ path, referrer }: View, sender: Sender): Promise<void> {
  const bucket = addressBucket(sender.address)
  if (!passesLimit(bucket)) return
  const at = new Date()
  const day = dayOf(at)
  if (fullDay === day || batch.waiting.size >= WAITING_MAX) return
  const salt = await saltOf(day)
  const ownHosts = [sender.host, URL.parse(env().SITE_URL ?? '')?.host ?? null]
  const id = newRowId()
  batch.waiting.set(id, {
    id,
    path,
    host: referrerHost(referrer, ownHosts),
    device: deviceOf(sender.userAgent),
    visitor: visitorHash(salt, sender.address, sender.userAgent),
    // Hashed with the salt, so that the address cannot be recovered once the day is over.
    address: createHmac('sha256', salt).update(bucket).digest('base64url'),
    at,
  })
  await batch.writeLater()
}

/** Resolves when all views that this process has counted are stored. Never throws: what fails is logged. */
export const writeViews = batch.writeNow

/** Counts a program that reports a view as browsers do; programs that run no scripts report none. */
export async function recordRobot(sender: Sender): Promise<void> {
  if (!passesLimit(addressBucket(sender.address))) return
  const timeZone = await readTimeZone()
  await db().$executeRaw`
    INSERT INTO "ViewSum" ("kind", "unit", "start", "views", "visitors")
    SELECT 'robot', unit, date_trunc(unit, ${clockAt(new Date(), timeZone)}::timestamp), 1, 0
    FROM unnest(ARRAY['day', 'month']) unit ORDER BY unit
    ON CONFLICT ("kind", "unit", "start", "path", "value") DO UPDATE SET "views" = "ViewSum"."views" + 1`
}

/**
 * The path under which views of a page are counted: of a text by its id, of a list's later pages as its first, of every
 * search as one; null for what is not there or is for admins. Anybody can make up addresses, and each has sums.
 */
export async function countedPath(path: string): Promise<string | null> {
  if (accessOf(path) !== 'anyone') return null
  const first = path.replace(/\/page\/\d{1,7}$/, '')
  const [, section = '', name] = first.split('/')
  if (name === undefined) return pathById(first)
  if (section === 'search') return paths.searchForm
  const exists = ownValue(EXISTS, section)
  const decoded = decodedSegment(name)
  // No row has it, and the database refuses it: one made-up address would cost the views it is counted with.
  if (decoded.includes('\0')) return null
  return exists && !(await exists(decoded)) ? null : pathById(first)
}

const EXISTS: Record<string, (name: string) => Promise<unknown>> = {
  tech: (slug) => db().technology.findUnique({ where: { slug }, select: { id: true } }),
  profile: (id) => db().user.findUnique({ where: { id }, select: { id: true } }),
}

/**
 * Counts views, the earliest first, against the limits of the day, of their addresses and of all, on every instance;
 * those within them are stored, each of a note, a project or an own page under its id, and increase the sums they belong
 * to, all in one statement. A visitor counts with their first view of a day (of a page: of that page), and is recognised
 * by the views of that day. Rows are locked in one order, so that two batches never wait for each other in a circle.
 */
async function storeViews(views: CountedView[]): Promise<void> {
  const timeZone = await readTimeZone()
  const distinct = [...new Set(views.map(({ path }) => path))]
  const counted = new Map(await Promise.all(distinct.map(async (path) => [path, await countedPath(path)] as const)))
  const rows = views
    .map((view) => ({ ...view, path: counted.get(view.path) ?? '' }))
    .filter(({ path }) => path !== '')
    .map((view, nth) => rowOf(view, nth, timeZone))
  if (rows.length === 0) return
  const full = await db().$queryRaw<Array<{ day: string }>>`
    WITH sent AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row("nth" int, "id" text, "path" text,
        "host" text, "device" text, "visitor" text, "at" timestamptz, "local" timestamp, "hour" timestamptz,
        "day" timestamptz, "address" text, "all" text, "until" timestamptz)
    ),
    "from address" AS (
      INSERT INTO "RateLimit" AS stored ("key", "count", "blockedUntil", "expiresAt")
      SELECT "address", count(*), 'epoch', max("until") FROM sent
      WHERE set_config('synchronous_commit', 'off', true) = 'off' GROUP BY 1 ORDER BY 1
      ON CONFLICT ("key") DO UPDATE SET "count" = stored."count" + excluded."count" RETURNING "key", "count"
    ),
    allowed AS (
      SELECT ranked.* FROM (SELECT *, row_number() OVER (PARTITION BY "address" ORDER BY "nth" DESC) AS "last" FROM sent
      ) ranked JOIN "from address" ON "key" = "address" WHERE "count" - "last" < ${ADDRESS_MAX_VIEWS_A_DAY}
    ),
    "from all" AS (
      INSERT INTO "RateLimit" AS stored ("key", "count", "blockedUntil", "expiresAt")
      SELECT "all", count(*), 'epoch', max("until") FROM allowed GROUP BY 1 ORDER BY 1
      ON CONFLICT ("key") DO UPDATE SET "count" = stored."count" + excluded."count" RETURNING "key", "count"
    ),
    passed AS (
      SELECT ranked.* FROM (SELECT *, row_number() OVER (PARTITION BY "all" ORDER BY "nth" DESC) AS "lastOfAll" FROM allowed
      ) ranked JOIN "from all" ON "key" = "all" WHERE "count" - "lastOfAll" < ${ALL_MAX_VIEWS_A_DAY}
    ),
    stored AS (
      INSERT INTO "PageView" ("id", "path", "referrerHost", "device", "visitor", "createdAt")
      SELECT "id", "path", "host", "device", "visitor", "at" FROM passed
    ),
    firsts AS (
      SELECT passed.*,
        NOT earlier."day" AND 1 = row_number() OVER (PARTITION BY "visitor", passed."day" ORDER BY "nth") AS "onDay",
        NOT earlier."hour" AND 1 = row_number() OVER (PARTITION BY "visitor", passed."hour" ORDER BY "nth") AS "inHour",
        NOT "day of path" AND 1 = row_number() OVER (PARTITION BY "visitor", passed."day", "path" ORDER BY "nth")
          AS "onDayOfPath",
        NOT "hour of path" AND 1 = row_number() OVER (PARTITION BY "visitor", passed."hour", "path" ORDER BY "nth")
          AS "inHourOfPath"
      FROM passed CROSS JOIN LATERAL (
        SELECT count(*) > 0 AS "day", count(*) FILTER (WHERE v."path" = passed."path") > 0 AS "day of path",
          count(*) FILTER (WHERE v."createdAt" >= passed."hour") > 0 AS "hour",
          count(*) FILTER (WHERE v."path" = passed."path" AND v."createdAt" >= passed."hour") > 0 AS "hour of path"
        FROM "PageView" v WHERE v."visitor" = passed."visitor" AND v."createdAt" >= passed."day"
      ) earlier
    ),
    counted AS (
      SELECT part.*, date_trunc('month', "local") AS "month", "local" FROM firsts CROSS JOIN LATERAL (VALUES
        ('views', '', '', "onDay", "inHour"), ('views', firsts."path", '', "onDayOfPath", "inHourOfPath"),
        ('device', '', "device", "onDay", NULL), ('device', firsts."path", "device", "onDayOfPath", NULL),
        ('referrer', '', "host", "onDay", NULL), ('referrer', firsts."path", "host", "onDayOfPath", NULL)
      ) part("kind", "path", "value", "onDay", "inHour") WHERE "kind" <> 'referrer' OR "value" <> ''
    ),
    known AS (
      SELECT "kind", "month", "path", "value" FROM (
        SELECT *, row_number() OVER (PARTITION BY "kind", "month" ORDER BY "path", "value") AS "nth"
        FROM (SELECT DISTINCT "kind", "month", "path", "value" FROM counted) k) k
      WHERE ("path", "value") = ('', '') OR EXISTS (
        SELECT FROM "ViewSum" s WHERE s."kind" = k."kind" AND s."unit" = 'month' AND s."start" = "month"
          AND s."path" = k."path" AND s."value" = k."value"
      ) OR NOT EXISTS (
        SELECT FROM "ViewSum" s WHERE s."kind" = k."kind" AND s."unit" = 'month' AND s."start" = "month"
        OFFSET greatest(${MONTH_MAX_VALUES} - k."nth", 0))
    ),
    summed AS (
      INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
      SELECT "kind", unit, date_trunc(unit, "local"), "path", "value", count(*),
        count(*) FILTER (WHERE CASE unit WHEN 'hour' THEN "inHour" ELSE "onDay" END)
      FROM counted JOIN known USING ("kind", "month", "path", "value"), unnest(ARRAY['hour', 'day', 'month']) unit
      WHERE unit <> 'hour' OR "kind" = 'views'
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT ("kind", "unit", "start", "path", "value") DO UPDATE
        SET "views" = "ViewSum"."views" + excluded."views", "visitors" = "ViewSum"."visitors" + excluded."visitors"
    )
    SELECT split_part("key", ':', 2) AS "day" FROM "from all" WHERE "count" > ${ALL_MAX_VIEWS_A_DAY}`
  fullDay = full.at(-1)?.day ?? fullDay
}

/** A view as the database reads it, with the names of its counters and the starts of its hour and day. */
function rowOf({ address, at, ...view }: Pick<CountedView, 'address' | 'at'>, nth: number, timeZone: string) {
  const local = clockAt(at, timeZone)
  // Not in SQL: the database may know fewer zones.
  const [hour = at] = fromLocal(`${local.slice(0, 'yyyy-mm-ddThh'.length)}:00`, timeZone)
  // A day may begin at one, when clocks go forward at midnight.
  const [day = hour] = ['00', '01'].flatMap((start) =>
    fromLocal(`${local.slice(0, 'yyyy-mm-dd'.length)}T${start}:00`, timeZone),
  )
  const counters = `views:${dayOf(at)}:`
  const until = new Date(Date.parse(dayOf(at)) + DAY_MS)
  return { ...view, nth, at, local, hour, day, until, address: counters + address, all: `${counters}all` }
}

/**
 * Deletes views older than 30 days, the oldest beyond `maxRows`, sums of hours after a quarter and of a page's days after
 * two years, and the salts of past days; returns how many views were deleted.
 */
export async function deleteOldViews(now: Date, maxRows = VIEWS_RETAINED_ROWS): Promise<number> {
  await deleteOldSalts(dayOf(now))
  await db().viewSum.deleteMany({
    where: {
      OR: [
        { unit: 'hour', start: { lt: daysAgo(HOURS_RETAINED_DAYS, now) } },
        { unit: 'day', path: { not: '' }, start: { lt: daysAgo(PAGE_DAYS_RETAINED_DAYS, now) } },
      ],
    },
  })
  const { count } = await db().pageView.deleteMany({
    where: { createdAt: { lt: daysAgo(VIEWS_RETAINED_DAYS, now) } },
  })
  const beyond = await db().$executeRaw`
    DELETE FROM "PageView" WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "PageView" ORDER BY "createdAt" DESC, "id" DESC OFFSET ${maxRows}))`
  return count + beyond
}

/** A day in UTC: `2026-03-01`. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** The day whose limit is reached, so that further views cause no writes. */
let fullDay: string | undefined

let today: { day: string; salt: string } | undefined

/** The salt of a day, shared by all instances. The first view of a day deletes older salts. */
async function saltOf(day: string): Promise<string> {
  if (today?.day === day) return today.salt
  today = undefined
  const fresh = randomBytes(32).toString('base64url')
  await db().$executeRaw`
    INSERT INTO "PageViewSalt" ("day", "salt") VALUES (${day}::date, ${fresh}) ON CONFLICT DO NOTHING`
  await deleteOldSalts(day)
  const [row] = await db().$queryRaw<Array<{ salt: string }>>`
    SELECT "salt" FROM "PageViewSalt" WHERE "day" = ${day}::date`
  today = { day, salt: row?.salt ?? fresh }
  return today.salt
}

async function deleteOldSalts(day: string): Promise<void> {
  await db().$executeRaw`DELETE FROM "PageViewSalt" WHERE "day" < ${day}::date`
}
