import { randomBytes } from 'node:crypto'
import { createViewLimit } from '@/lib/analytics/limit'
import type { View } from '@/lib/analytics/schema'
import { deviceOf, referrerHost, visitorHash } from '@/lib/analytics/visitor'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { addressBucket } from '@/lib/http/client-address'

const DAY_MS = 24 * 60 * 60 * 1000
/** Thirteen months: a month can be compared with the same one a year before. */
const VIEWS_KEPT_DAYS = 396

type Sender = { address: string; userAgent: string; host: string | null }

const passesLimit = createViewLimit()

/** Keeps a page view, without anything that leads back to who it was; beyond the limits it is left uncounted. */
export async function recordView({ path, referrer }: View, sender: Sender): Promise<void> {
  if (!passesLimit(addressBucket(sender.address))) return
  const ownHosts = [sender.host, URL.parse(env().SITE_URL ?? '')?.host ?? null]
  await db().pageView.create({
    data: {
      path,
      referrerHost: referrerHost(referrer, ownHosts),
      device: deviceOf(sender.userAgent),
      visitor: visitorHash(await saltOf(dayOf(new Date())), sender.address, sender.userAgent),
    },
  })
}

/** Deletes views older than 13 months and the salts of days that are over; answers how many views went. */
export async function forgetOldViews(now: Date): Promise<number> {
  await forgetSalts(dayOf(now))
  const { count } = await db().pageView.deleteMany({
    where: { createdAt: { lt: new Date(now.getTime() - VIEWS_KEPT_DAYS * DAY_MS) } },
  })
  return count
}

/** A day in UTC: `2026-03-01`. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

let today: { day: string; salt: string } | undefined

/** The salt of a day, the same on every instance. The first view of a day ends the salts of those before. */
async function saltOf(day: string): Promise<string> {
  if (today?.day === day) return today.salt
  today = undefined
  const fresh = randomBytes(32).toString('base64url')
  await db().$executeRaw`
    INSERT INTO "PageViewSalt" ("day", "salt") VALUES (${day}::date, ${fresh}) ON CONFLICT DO NOTHING`
  await forgetSalts(day)
  const [row] = await db().$queryRaw<Array<{ salt: string }>>`
    SELECT "salt" FROM "PageViewSalt" WHERE "day" = ${day}::date`
  today = { day, salt: row?.salt ?? fresh }
  return today.salt
}

async function forgetSalts(day: string): Promise<void> {
  await db().$executeRaw`DELETE FROM "PageViewSalt" WHERE "day" < ${day}::date`
}
