import { getContentAt } from '@/lib/content-kind/server/queries'
import { hasCv } from '@/lib/cv/server/queries'
import { NOTES } from '@/lib/note/server/queries'
import { ownValue } from '@/lib/platform/own-value'
import { db, Prisma } from '@/lib/platform/server/db'
import { LISTED_ORDER_SQL, POSTS } from '@/lib/post/server/queries'
import { IS_PUBLIC, LISTED_DATES } from '@/lib/publishing/server/visibility'
import { isSiteCard, noteCard, postCard, type ShareCard, siteCard } from '@/lib/seo/server/share-card'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import type { Technology } from '@/lib/technology/schema'
import { listTechnologies } from '@/lib/technology/server/queries'

/** Of the newest. */
export const FEED_MAX_ENTRIES = 50
const SUMMARY_MAX_CHARACTERS = 300

/** A project or a note as listed in sitemaps, feeds and lists. `images` are absolute URLs. */
export type Listed = {
  _id: string
  /** "" where it has none. */
  slug: string
  title: string
  summary: string
  createdAt: Date
  updatedAt: Date
  images: string[]
}

export type Listing = { posts: Listed[]; notes: Listed[]; pages: Listed[]; technologies: Technology[]; hasCv: boolean }

/** Everything public, newest first. The source of the sitemap and llms.txt, which therefore list the same. */
export async function listEverything(): Promise<Listing> {
  const [posts, notes, pages, technologies, isCvThere] = await Promise.all([
    listPosts(),
    listNotes(),
    listPages(),
    listTechnologies(),
    hasCv(),
  ])
  return { posts, notes, pages, technologies, hasCv: isCvThere }
}

/** The public pages of the owner's own that search engines may list, in the order of the footer. */
function listPages(): Promise<Listed[]> {
  return db().$queryRaw<Listed[]>`
    SELECT "id" AS "_id", coalesce("slug", '') AS "slug", "title", '' AS "summary", ${LISTED_DATES.page}, '{}'::text[] AS "images"
    FROM "Page" WHERE ${IS_PUBLIC} AND "robots" = '' ORDER BY nullif("footer", '')::int NULLS LAST, "title", "id"`
}

/** Rows with one of these keys of technologies, in SQL; all without any. */
const isMadeWith = (keys: string[] | undefined) =>
  keys ? Prisma.sql`AND "id" IN (SELECT "id" FROM "SearchEntry" WHERE "techs" && ${keys}::text[])` : Prisma.empty

/** The newest public projects, all of them without `limit`: newest first, or in the order of the list. */
export async function listPosts(limit?: number, keys?: string[], isAsListed = false): Promise<Listed[]> {
  const posts = await db().$queryRaw<Listed[]>`
    SELECT "id" AS "_id", coalesce("slug", '') AS "slug", "title", left("description", ${SUMMARY_MAX_CHARACTERS}) AS "summary", ${LISTED_DATES.post},
      ARRAY(SELECT "url" FROM "Media" WHERE "postId" = "Post"."id" ORDER BY "createdAt", "id") AS "images"
    FROM (
      SELECT * FROM "Post" WHERE ${IS_PUBLIC} ${isMadeWith(keys)} ORDER BY "publishedAt" DESC, "id" DESC LIMIT ${limit ?? null}
    ) AS "Post"
    ORDER BY ${isAsListed ? LISTED_ORDER_SQL : Prisma.sql`"publishedAt" DESC, "id" DESC`}`
  return posts.map((row) => ({ ...row, images: addresses(row.images) }))
}

/** The newest public notes; all of them without `limit`. */
export async function listNotes(limit?: number, keys?: string[]): Promise<Listed[]> {
  // Stored HTML has one serialiser: every attribute quoted, no raw <, > or " inside. A regular expression takes ten times
  // as long.
  const notes = await db().$queryRaw<Listed[]>`
    SELECT "id" AS "_id", coalesce("slug", '') AS "slug", "title", "about" AS "summary", ${LISTED_DATES.note},
      ARRAY(
        SELECT src FROM unnest((string_to_array("description", '<img '))[2:]) AS tag,
          split_part(split_part(' ' || split_part(tag, '>', 1), ' src="', 2), '"', 1) AS src
        WHERE src <> '' AND src NOT LIKE 'data:%'
      ) AS "images"
    FROM "Note" WHERE ${IS_PUBLIC} ${isMadeWith(keys)} ORDER BY "publishedAt" DESC, "id" DESC LIMIT ${limit ?? null}`
  return notes.map((row) => ({ ...row, images: addresses(row.images.map(decodeAttribute)) }))
}

/** The current content of a page's share image; null when there is no such page. The site's own has the id `home`. */
export async function findShareCard(kind: string, id: string): Promise<ShareCard | null> {
  if (kind === 'site' && isSiteCard(id)) return siteCard(await getSettings(), id)
  if (kind === 'post') {
    const post = await getContentAt(POSTS, id)
    return post && postCard(post, await getSettings())
  }
  if (kind === 'note') {
    const note = await getContentAt(NOTES, id)
    return note && noteCard(note, await getSettings())
  }
  return null
}

function addresses(found: string[]): string[] {
  const urls = found.flatMap((address) => {
    const url = URL.parse(address, absolute('/'))
    return url && /^https?:$/.test(url.protocol) ? [url.href] : []
  })
  return [...new Set(urls)]
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
}

function decodeAttribute(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ownValue(ENTITIES, entity) ?? entity)
}
