import { decodedPath } from '@/lib/addresses/redirect-source'
import { isBot } from '@/lib/analytics/server/visitor'
import { createBatch } from '@/lib/platform/server/batch'
import { db } from '@/lib/platform/server/db'
import { isMachinePath } from '@/lib/routes/public-pages'

const MAX_ROWS = { path: 1_000, search: 200 }
/** The newest stay whatever their hits: made-up addresses with two hits each would keep every new one out. */
const NEWEST_ROWS = { path: 200, search: 50 }
const RETAINED_DAYS = 90
const TEXT_MAX_CHARACTERS = 300
/** Texts that wait in memory: a flood costs one write of so many rows every ten seconds. */
const WAITING_MAX = 500
const WRITE_EVERY_MS = 10_000

/** What programs try on every site, and what browsers request on their own. */
const ROBOT_PATH =
  /\/\.|\.(?:php\d?|aspx?|jsp|cgi|env|sql|bak|ini|ya?ml)(?:\/|$)|\/(?:wp-|wordpress|phpmyadmin|cgi-bin|xmlrpc)|^\/(?:favicon\.ico|apple-touch-icon|ads\.txt)/i
/** An email address. */
const NAMES_SOMEBODY = /[^/\s]@/

type Counted = { kind: 'path' | 'search' | 'robot' | 'redirect'; text: string; hits: number }
const batch = createBatch('missing addresses', WRITE_EVERY_MS, storeRows)

/** Counts an address that answered 404; of what robots try, and of what is too long to read, only how many. */
export async function countMissing(path: string, userAgent: string): Promise<void> {
  const text = decodedPath(path) ?? ''
  const isRobot = text === '' || text.length > TEXT_MAX_CHARACTERS || isMachinePath(text) || ROBOT_PATH.test(text)
  if (isRobot || isBot(userAgent)) await count('robot', '')
  else if (!NAMES_SOMEBODY.test(text)) await count('path', text)
}

/** Counts a search that found nothing. */
export async function countSearch(query: string, userAgent: string): Promise<void> {
  const text = query.normalize().toLowerCase().replace(/\s+/g, ' ')
  if (text.length <= TEXT_MAX_CHARACTERS && !NAMES_SOMEBODY.test(text) && !isBot(userAgent)) await count('search', text)
}

/** Counts in memory; written a while later. */
export async function count(kind: Counted['kind'], text: string): Promise<void> {
  const key = `${kind} ${text}`
  const counted = batch.waiting.get(key)
  if (counted) counted.hits += 1
  else if (batch.waiting.size < WAITING_MAX) batch.waiting.set(key, { kind, text, hits: 1 })
  await batch.writeLater()
}

/** Resolves when all that this process has counted is stored. Never throws: what fails is logged. */
export const writeCounted = batch.writeNow

async function storeRows(rows: Counted[]): Promise<void> {
  // In the order of the key, so that two processes never wait for each other in a circle.
  await db().$executeRaw`
    WITH counted AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row("kind" text, "text" text, "hits" int)),
    locked AS (SELECT "id", counted."hits" FROM "Redirect" JOIN counted ON "kind" = 'redirect' AND "source" = "text"
      ORDER BY "id" FOR NO KEY UPDATE OF "Redirect"),
    led AS (UPDATE "Redirect" SET "hits" = "Redirect"."hits" + locked."hits" FROM locked
      WHERE "Redirect"."id" = locked."id")
    INSERT INTO "NotFound" ("kind", "text", "hits", "weekHits", "week", "lastAt")
    SELECT "kind", "text", "hits", "hits", date_trunc('week', now() AT TIME ZONE 'UTC'), now()
    FROM counted WHERE "kind" <> 'redirect' ORDER BY "kind", "text"
    ON CONFLICT ("kind", "text") DO UPDATE SET "hits" = "NotFound"."hits" + excluded."hits", "week" = excluded."week",
      "weekHits" = excluded."hits" + CASE WHEN "NotFound"."week" = excluded."week" THEN "NotFound"."weekHits" ELSE 0 END,
      "lastAt" = excluded."lastAt"`
  await db().$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT "kind", "text" FROM "NotFound" WHERE ("kind", "text") IN (
        SELECT "kind", "text" FROM (
          SELECT *, row_number() OVER (PARTITION BY "kind" ORDER BY "isNew" DESC, "hits" DESC, "lastAt" DESC) AS "rank"
          FROM (
            SELECT "kind", "text", "hits", "lastAt",
              row_number() OVER (PARTITION BY "kind" ORDER BY "lastAt" DESC, "hits" DESC) <=
                CASE "kind" WHEN 'search' THEN ${NEWEST_ROWS.search}::int ELSE ${NEWEST_ROWS.path}::int END AS "isNew"
            FROM "NotFound") AS aged) AS ranked
        WHERE "rank" > CASE "kind" WHEN 'search' THEN ${MAX_ROWS.search}::int ELSE ${MAX_ROWS.path}::int END)
      OR "lastAt" < now() - make_interval(days => ${RETAINED_DAYS}::int)
      ORDER BY "kind", "text" FOR UPDATE SKIP LOCKED)
    DELETE FROM "NotFound" WHERE ("kind", "text") IN (SELECT "kind", "text" FROM old)`
}
