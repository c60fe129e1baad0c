import { createHmac, randomBytes } from 'node:crypto'
import type { View } from '@/lib/analytics/input'
import { countedPath } from '@/lib/analytics/server/queries'
import { createViewRateLimit } from '@/lib/analytics/server/view-limits'
import { deviceOf, referrerHost, visitorHash } from '@/lib/analytics/server/visitor'
import { addressBucket } from '@/lib/http/server/client-address'
import { newRowId } from '@/lib/platform/ids'
import { clockAt, fromLocal } from '@/lib/platform/local-time'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { readTimeZone } from '@/lib/site-settings/server/queries'

const DAY_MS = 24 * 60 * 60 * 1000
const VIEWS_RETAINED_DAYS = 30
const VIEWS_RETAINED_ROWS = 1_000_000
/** Sums of hours, and of days of a single page; those of months, and of days of the whole site, stay. */
const HOURS_RETAINED_DAYS = 93
const PAGE_DAYS_RETAINED_DAYS = 731
/** Paths and referrers of one month; more of them, which anybody can make up, count for the whole site alone. */
const MONTH_MAX_VALUES = 10_000
const ADDRESS_MAX_VIEWS_A_DAY = 2_000
const ALL_MAX_VIEWS_A_DAY = 100_000

type Sender = { address: string; userAgent: string; host: string | null }

const passesLimit = createViewRateLimit()

/** Records a page view, of a note, a project or an own page under its id, without anything that identifies the visitor; views beyond the limits are dropped. */
export async function recordView({ path, referrer }: View, sender: Sender): Promise<void> {
  const bucket = addressBucket(sender.address)
  if (!passesLimit(bucket)) return
  const day = dayOf(new Date())
  if (fullDay === day) return
  const [salt, counted, timeZone] = await Promise.all([saltOf(day), countedPath(path), readTimeZone()])
  if (counted === null) return
  const ownHosts = [sender.host, URL.parse(env().SITE_URL ?? '')?.host ?? null]
  const view = {
    path: counted,
    referrerHost: referrerHost(referrer, ownHosts),
    device: deviceOf(sender.userAgent),
    visitor: visitorHash(salt, sender.address, sender.userAgent),
  }
  // Hashed with the salt, so that the address cannot be recovered once the day is over.
  const address = createHmac('sha256', salt).update(bucket).digest('base64url')
  if (await countView(view, { day, address, timeZone })) fullDay = day
}

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

type CountedView = { path: string; referrerHost: string; device: string; visitor: string }

/**
 * Counts a view against the limits of the day, of its address and of all, on every instance; within them it is stored and
 * increases the sums it belongs to, all in one statement. A visitor counts with their first view of a day (of a page: of
 * that page), and is recognised by the views of that day. The rows are locked in one order, so that two views never wait
 * for each other in a circle.
 * @returns whether the limit of all is reached
 */
async function countView(
  { path, referrerHost: host, device, visitor }: CountedView,
  { day: utcDay, address, timeZone }: { day: string; address: string; timeZone: string },
): Promise<boolean> {
  const id = newRowId()
  const at = new Date()
  const local = clockAt(at, timeZone)
  // Not in SQL: the database may know fewer zones.
  const [hour = at] = fromLocal(`${local.slice(0, 'yyyy-mm-ddThh'.length)}:00`, timeZone)
  // A day may begin at one, when clocks go forward at midnight.
  const [day = hour] = ['00', '01'].flatMap((at) =>
    fromLocal(`${local.slice(0, 'yyyy-mm-dd'.length)}T${at}:00`, timeZone),
  )
  const [counter, end] = [`views:${utcDay}:`, new Date(Date.parse(utcDay) + DAY_MS)]
  const [limits] = await db().$queryRaw<Array<{ isFull: boolean }>>`
    WITH "from address" AS (
      INSERT INTO "RateLimit" ("key", "count", "blockedUntil", "expiresAt") VALUES (${counter + address}, 1, 'epoch', ${end})
      ON CONFLICT ("key") DO UPDATE SET "count" = "RateLimit"."count" + 1
        WHERE "RateLimit"."count" < ${ADDRESS_MAX_VIEWS_A_DAY}
      RETURNING 1
    ),
    "from all" AS (
      INSERT INTO "RateLimit" ("key", "count", "blockedUntil", "expiresAt")
      SELECT ${`${counter}all`}, 1, 'epoch', ${end} FROM "from address"
      ON CONFLICT ("key") DO UPDATE SET "count" = "RateLimit"."count" + 1
        WHERE "RateLimit"."count" < ${ALL_MAX_VIEWS_A_DAY}
      RETURNING 1
    ),
    clock AS (SELECT ${local}::timestamp AS local),
    earlier AS (
      SELECT count(*) > 0 AS "day", count(*) FILTER (WHERE v."path" = ${path}) > 0 AS "day of path",
        count(*) FILTER (WHERE v."createdAt" >= ${hour}) > 0 AS "hour",
        count(*) FILTER (WHERE v."path" = ${path} AND v."createdAt" >= ${hour}) > 0 AS "hour of path"
      FROM "PageView" v WHERE v."visitor" = ${visitor} AND v."createdAt" >= ${day}
    ),
    stored AS (
      INSERT INTO "PageView" ("id", "path", "referrerHost", "device", "visitor", "createdAt")
      SELECT ${id}, ${path}, ${host}, ${device}, ${visitor}, ${at} FROM "from all"
    ),
    known AS (
      SELECT "kind", "path", "value", ("path", "value") = ('', '') OR EXISTS (
          SELECT FROM "ViewSum" s WHERE s."kind" = k."kind" AND s."unit" = 'month'
            AND s."start" = date_trunc('month', local) AND s."path" = k."path" AND s."value" = k."value"
        ) OR (SELECT count(*) FROM (
          SELECT FROM "ViewSum" s WHERE s."kind" = k."kind" AND s."unit" = 'month'
            AND s."start" = date_trunc('month', local) LIMIT ${MONTH_MAX_VALUES}) counted
        ) < ${MONTH_MAX_VALUES} AS "isKnown"
      FROM clock, (VALUES ('views', '', ''), ('views', ${path}, ''), ('device', '', ${device}), ('device', ${path}, ${device}),
        ('referrer', '', ${host}), ('referrer', ${path}, ${host})) k("kind", "path", "value")
      WHERE k."kind" <> 'referrer' OR k."value" <> ''
    ),
    summed AS (
      INSERT INTO "ViewSum" ("kind", "unit", "start", "path", "value", "views", "visitors")
      SELECT "kind", unit, date_trunc(unit, local), known."path", "value", 1, (NOT CASE
          WHEN unit = 'hour' THEN CASE known."path" WHEN '' THEN "hour" ELSE "hour of path" END
          ELSE CASE known."path" WHEN '' THEN "day" ELSE "day of path" END END)::int
      FROM "from all", clock, earlier, known, unnest(ARRAY['hour', 'day', 'month']) unit
      WHERE "isKnown" AND (unit <> 'hour' OR "kind" = 'views')
      ORDER BY "kind", unit, known."path", "value"
      ON CONFLICT ("kind", "unit", "start", "path", "value") DO UPDATE
        SET "views" = "ViewSum"."views" + 1, "visitors" = "ViewSum"."visitors" + excluded."visitors"
    )
    SELECT EXISTS (SELECT FROM "from address") AND NOT EXISTS (SELECT FROM "from all") AS "isFull"`
  return limits?.isFull ?? false
}

/**
 * Deletes views older than 30 days, the oldest beyond `maxRows`, sums of hours after a quarter and of a page's days after
 * two years, and the salts of past days; returns how many views were deleted.
 */
export async function deleteOldViews(now: Date, maxRows = VIEWS_RETAINED_ROWS): Promise<number> {
  await deleteOldSalts(dayOf(now))
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db().viewSum.deleteMany({
    where: {
      OR: [
        { unit: 'hour', start: { lt: daysAgo(HOURS_RETAINED_DAYS) } },
        { unit: 'day', path: { not: '' }, start: { lt: daysAgo(PAGE_DAYS_RETAINED_DAYS) } },
      ],
    },
  })
  const { count } = await db().pageView.deleteMany({
    where: { createdAt: { lt: daysAgo(VIEWS_RETAINED_DAYS) } },
  })
  const beyond = await db().$executeRaw`
    DELETE FROM "PageView" WHERE "id" IN (
      SELECT "id" FROM "PageView" ORDER BY "createdAt" DESC, "id" DESC OFFSET ${maxRows})`
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
