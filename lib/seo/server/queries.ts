import { isId } from '@/lib/platform/ids'
import { db, Prisma } from '@/lib/platform/server/db'
import { POST_COLUMNS, toPost } from '@/lib/post/server/queries'
import { IS_PUBLIC, LISTED_DATES, postedAt, publicNow } from '@/lib/publishing/server/visibility'
import { noteCard, postCard, type ShareCard, siteCard } from '@/lib/seo/server/share-card'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'

/** Of the newest. */
export const FEED_MAX_ENTRIES = 50
const SUMMARY_MAX_CHARACTERS = 300

/** A project or a note as listed in sitemaps, feeds and lists. `images` are absolute URLs. */
export type Listed = {
  id: string
  title: string
  summary: string
  createdAt: Date
  updatedAt: Date
  images: string[]
}

export type Listing = { posts: Listed[]; notes: Listed[] }

/**
 * Everything public, newest first. The only source of the sitemap, the feeds and llms.txt, which therefore always list
 * the same.
 */
export async function listEverything(): Promise<Listing> {
  const [posts, notes] = await Promise.all([
    db().$queryRaw<Listed[]>`
      SELECT "id", "title", left("description", ${SUMMARY_MAX_CHARACTERS}) AS "summary", ${LISTED_DATES},
        ARRAY(SELECT "url" FROM "Media" WHERE "postId" = "Post"."id" ORDER BY "createdAt", "id") AS "images"
      FROM "Post" WHERE ${IS_PUBLIC} ORDER BY "publishedAt" DESC, "id" DESC`,
    // Stored HTML has one serialiser: every attribute quoted, no raw <, > or " inside. A regular expression takes ten
    // times as long.
    db().$queryRaw<Listed[]>`
      SELECT "id", "title", "about" AS "summary", ${LISTED_DATES},
        ARRAY(
          SELECT src FROM unnest((string_to_array("description", '<img '))[2:]) AS tag,
            split_part(split_part(' ' || split_part(tag, '>', 1), ' src="', 2), '"', 1) AS src
          WHERE src <> '' AND src NOT LIKE 'data:%'
        ) AS "images"
      FROM "Note" WHERE ${IS_PUBLIC} ORDER BY "publishedAt" DESC, "id" DESC`,
  ])
  return {
    posts: posts.map((row) => ({ ...row, images: addresses(row.images) })),
    notes: notes.map((row) => ({ ...row, images: addresses(row.images.map(decodeAttribute)) })),
  }
}

/**
 * A version that changes with anything `listEverything` returns, with the texts behind it and with the site settings.
 */
export async function listingVersion(): Promise<string> {
  const [row] = await db().$queryRaw<Array<{ version: string }>>`
    SELECT concat_ws('/',
      (SELECT concat(count(*), ':', sum(hashtextextended(concat("id", "version", "updatedAt", "publishedAt"), 0)))
        FROM "Post" WHERE ${IS_PUBLIC}),
      (SELECT concat(count(*), ':', sum(hashtextextended(concat("id", "version", "updatedAt", "publishedAt"), 0)))
        FROM "Note" WHERE ${IS_PUBLIC}),
      (SELECT concat("version", ':', "updatedAt") FROM "SiteSettings" WHERE "id" = 1)) AS "version"`
  return row?.version ?? ''
}

/** A version that changes with anything the feeds of notes or of projects show of them. */
export async function feedVersion(kind: 'notes' | 'posts'): Promise<string> {
  const table = kind === 'notes' ? Prisma.sql`"Note"` : Prisma.sql`"Post"`
  const [row] = await db().$queryRaw<Array<{ version: string | null }>>`
    SELECT string_agg(concat_ws(':', "id", "version", "updatedAt", "publishedAt"), ' ') AS "version" FROM (
      SELECT * FROM ${table} WHERE ${IS_PUBLIC} ORDER BY "publishedAt" DESC, "id" DESC LIMIT ${FEED_MAX_ENTRIES}
    ) AS "newest"`
  return row?.version ?? ''
}

/** The current content of a page's share image; null when there is no such page. The site's own has the id `home`. */
export async function findShareCard(kind: string, id: string): Promise<ShareCard | null> {
  if (kind === 'site' && id === 'home') return siteCard(await getSettings())
  if (!isId(id)) return null
  const where = { id, ...(await publicNow()) }
  if (kind === 'post') {
    const row = await db().post.findUnique({ where, select: POST_COLUMNS })
    return row && postCard(toPost(row), await getSettings())
  }
  if (kind === 'note') {
    const row = await db().note.findUnique({
      where,
      select: { id: true, title: true, createdAt: true, publishedAt: true },
    })
    const note = row && { _id: row.id, title: row.title, createdAt: postedAt(row).toISOString() }
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
  return value.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
