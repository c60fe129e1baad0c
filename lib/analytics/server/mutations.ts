import { createHmac, randomBytes } from 'node:crypto'
import { pathById } from '@/lib/addresses/server/queries'
import type { View } from '@/lib/analytics/input'
import { createViewRateLimit } from '@/lib/analytics/server/view-limits'
import { deviceOf, referrerHost, visitorHash } from '@/lib/analytics/server/visitor'
import { addressBucket } from '@/lib/http/server/client-address'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

const DAY_MS = 24 * 60 * 60 * 1000
/** Thirteen months, so that a month can be compared with the same one a year before. */
const VIEWS_RETAINED_DAYS = 396
const VIEWS_RETAINED_ROWS = 1_000_000
const ADDRESS_MAX_VIEWS_A_DAY = 2_000
const ALL_MAX_VIEWS_A_DAY = 100_000

type Sender = { address: string; userAgent: string; host: string | null }

const passesLimit = createViewRateLimit()

/** Records a page view, of a note, a project or an own page under its id, without anything that identifies the visitor; views beyond the limits are dropped. */
export async function recordView({ path, referrer }: View, sender: Sender): Promise<void> {
  const bucket = addressBucket(sender.address)
  if (!passesLimit(bucket)) return
  const day = dayOf(new Date())
  const salt = await saltOf(day)
  if (!(await passesDay(day, salt, bucket))) return
  const counted = await pathById(path)
  if (counted === null) return
  const ownHosts = [sender.host, URL.parse(env().SITE_URL ?? '')?.host ?? null]
  await db().pageView.create({
    data: {
      path: counted,
      referrerHost: referrerHost(referrer, ownHosts),
      device: deviceOf(sender.userAgent),
      visitor: visitorHash(salt, sender.address, sender.userAgent),
    },
  })
}

/**
 * Deletes views older than 13 months, the oldest beyond `maxRows`, and the salts of past days; returns how many views
 * were deleted.
 */
export async function deleteOldViews(now: Date, maxRows = VIEWS_RETAINED_ROWS): Promise<number> {
  await deleteOldSalts(dayOf(now))
  const { count } = await db().pageView.deleteMany({
    where: { createdAt: { lt: new Date(now.getTime() - VIEWS_RETAINED_DAYS * DAY_MS) } },
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

/**
 * Counts a view against the daily limits of its address and of all together, across instances; false where one is
 * reached.
 */
async function passesDay(day: string, salt: string, bucket: string): Promise<boolean> {
  if (fullDay === day) return false
  // Hashed with the salt, so that the address cannot be recovered once the day is over.
  const address = createHmac('sha256', salt).update(bucket).digest('base64url')
  if (!(await countToday(day, address, ADDRESS_MAX_VIEWS_A_DAY))) return false
  if (await countToday(day, 'all', ALL_MAX_VIEWS_A_DAY)) return true
  fullDay = day
  return false
}

/** Increments a counter of the day; false, without a change, where it is at `max`. */
async function countToday(day: string, name: string, max: number): Promise<boolean> {
  const counted = await db().$executeRaw`
    INSERT INTO "RateLimit" ("key", "count", "blockedUntil", "expiresAt")
    VALUES (${`views:${day}:${name}`}, 1, 'epoch', ${new Date(Date.parse(day) + DAY_MS)})
    ON CONFLICT ("key") DO UPDATE SET "count" = "RateLimit"."count" + 1 WHERE "RateLimit"."count" < ${max}`
  return counted === 1
}

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
