import type { Admin } from '@/lib/access/actor'
import type { ContentSubject } from '@/lib/content/kinds'
import { db, Prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { trimEnd } from '@/lib/platform/trim-end'
import { IS_PUBLIC } from '@/lib/publishing/server/visibility'
import { findEnd } from '@/lib/redirects/server/queries'
import { isScreenPath } from '@/lib/routes/paths'
import { isTakenName, publicPageAt } from '@/lib/routes/public-pages'

/** A link of a public text that leads nowhere; its address as it is written. */
type DeadLink = ContentSubject & { title: string; address: string }

/** A list of needs shows no more of each kind. */
const SHOWN_MAX = 8
/** So many that name nothing by its address of now are looked up among the old ones. */
const LOOKED_UP_MAX = 16
/** One check that fails may have met a server on a bad day. */
const FAILURES_MIN = 2

const PUBLIC_TEXTS = Prisma.sql`
  SELECT 'note' AS "kind", "id", "slug", "title" FROM "Note" WHERE ${IS_PUBLIC}
  UNION ALL SELECT 'post', "id", "slug", "title" FROM "Post" WHERE ${IS_PUBLIC}
  UNION ALL SELECT 'page', "id", "slug", "title" FROM "Page" WHERE ${IS_PUBLIC}`

/** Each `"address"` that a public text links to, with the `"kind"`, `"id"` and `"title"` of the text. */
export const PUBLIC_LINKS = Prisma.sql`(${PUBLIC_TEXTS}) AS content
  JOIN "SearchEntry" AS entry USING ("id"), unnest(entry."links") AS "address"`

/** The paths of all rows that have a page, by their ids and by the ends of their addresses. */
const ROW_PATHS = Prisma.sql`(
  SELECT CASE "kind" WHEN 'page' THEN '/' ELSE '/' || "kind" || '/' END || "name" AS "path"
  FROM (${PUBLIC_TEXTS} UNION ALL SELECT 'tech', "id", "slug", "name" FROM "Technology") AS "rows",
    unnest(ARRAY["id", "slug"]) AS "name"
) AS there`

export const siteOrigin = (): string => env().SITE_URL ?? 'http://localhost'

/** The links to pages of this site that are not there now, and those elsewhere where two checks in a row found nothing. */
export async function listDeadLinks(_admin: Admin): Promise<DeadLink[]> {
  const [own, others] = await Promise.all([
    deadOwnLinks(),
    db().$queryRaw<DeadLink[]>`
      SELECT "kind", "id", "title", "address" FROM ${PUBLIC_LINKS} JOIN "LinkCheck" USING ("address")
      WHERE "failures" >= ${FAILURES_MIN} ORDER BY "id", "address" LIMIT ${SHOWN_MAX}`,
  ])
  return [...own, ...others]
}

async function deadOwnLinks(): Promise<DeadLink[]> {
  const origin = siteOrigin()
  const links = await db().$queryRaw<DeadLink[]>`
    SELECT "kind", "id", "title", "address" FROM ${PUBLIC_LINKS}
    WHERE ("address" LIKE '/%' OR starts_with("address", ${`${origin}/`})) AND NOT EXISTS (
      SELECT FROM ${ROW_PATHS} WHERE there."path" = split_part(split_part("address", '#', 1), '?', 1)
    ) ORDER BY "id", "address"`
  const paths = new Map(links.map(({ address }) => [address, rowPath(address, origin)]))
  const suspects = [...new Set([...paths.values()].filter((path) => path !== null))]
  const rows = await db().$queryRaw<Array<{ path: string }>>`
    SELECT "path" FROM ${ROW_PATHS} WHERE "path" = ANY(${suspects}::text[])`
  const there = new Set(rows.map(({ path }) => path))
  const dead = new Set<string | null>()
  for (const path of suspects.filter((path) => !there.has(path)).slice(0, LOOKED_UP_MAX)) {
    if (!(await findEnd(path))?.path) dead.add(path)
    if (dead.size === SHOWN_MAX) break
  }
  return links.filter(({ address }) => dead.has(paths.get(address) ?? null)).slice(0, SHOWN_MAX)
}

/** The path of the row that a link leads to, not escaped; null where none is needed for what is there. */
function rowPath(address: string, origin: string): string | null {
  const url = URL.parse(address, origin)
  if (url?.origin !== origin) return null
  const path = trimEnd(url.pathname, (character) => character === '/')
  const first = path.split('/')[1] ?? ''
  const found = publicPageAt(path)
  const isOfRow = found?.page.path.startsWith('/:') || ['note', 'post', 'tech'].includes(first)
  if (found?.params.id && isOfRow) return path.slice(0, path.lastIndexOf('/') + 1) + found.params.id
  const isFile = path === `/${first}` && first.includes('.')
  return found || isScreenPath(path) || isTakenName(first) || isFile ? null : path
}
