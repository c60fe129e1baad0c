import type { Admin } from '@/lib/access/actor'
import { BACKDROP_PREFIX, type Backdrop, backdropOf } from '@/lib/media/backdrop'
import type { ListImagesQuery } from '@/lib/media/input'
import { OFFERED_AT_ONCE, type PictureFilter, type PictureRow, type PictureUse } from '@/lib/media/schema'
import { mediaPath, originalNames } from '@/lib/media/server/file-name'
import { publicVariants, type StoredVariant, srcSetOf, urlOfWidth } from '@/lib/media/variants'
import { db, Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { offerSmallerPictures, pictureUrls, type SizedPicture } from '@/lib/rich-text/server/picture-sizes'
import { readPage, type TablePage, type TableState } from '@/lib/table/table-state'

/** More addresses than this in one text are not looked up. */
const MAX_PICTURES = 1_000

/** The backdrops of the transparent pictures in texts, which were stored before them. */
export async function backdropsIn(...texts: string[]): Promise<Backdrop[]> {
  const urls = pictureUrls(...texts)
  if (urls.size === 0) return []
  const rows = await db().media.findMany({
    where: { url: { in: [...urls].slice(0, MAX_PICTURES) }, placeholder: { startsWith: BACKDROP_PREFIX } },
    select: { url: true, placeholder: true },
  })
  return rows.map(({ url, placeholder }) => ({ url, backdrop: placeholder }))
}

/** A rendered text with the smaller copies of its pictures, and the backdrops of those that are transparent. */
export async function withPictures(html: SafeHtml): Promise<{ html: SafeHtml; backdrops: Backdrop[] }> {
  const urls = pictureUrls(html)
  if (urls.size === 0) return { html, backdrops: [] }
  const rows = await db().media.findMany({
    where: { url: { in: [...urls].slice(0, MAX_PICTURES) } },
    select: { url: true, placeholder: true, width: true, height: true, variants: true },
  })
  const pictures = new Map<string, SizedPicture>()
  for (const { url, width, height, variants } of rows) {
    const srcSet = srcSetOf({ url, width, variants: publicVariants(variants) })
    if (srcSet) pictures.set(url, { width, height, srcSet })
  }
  const backdrops = rows.flatMap(({ url, placeholder }) => {
    const backdrop = backdropOf(placeholder)
    return backdrop ? [{ url, backdrop }] : []
  })
  return { html: offerSmallerPictures(html, pictures), backdrops }
}

/** The redirects from earlier addresses of pictures, with an origin that the release before can read. */
export const OF_PICTURES = Prisma.sql`"origin" = 'owner' AND "source" LIKE '/media/%'`

/**
 * Stored pictures, in SQL, with `keys`: what addresses of theirs end in, those of their smaller copies too, and of the
 * pictures they have replaced.
 */
const PICTURES = Prisma.sql`
  SELECT "Media".*, ARRAY(SELECT copy->>'key' FROM jsonb_array_elements("variants") AS copy) || "key"
    || coalesce("replaced", '{}') AS "keys"
  FROM "Media" LEFT JOIN (
    SELECT "target", array_agg(substr("source", length('/media/') + 1)) AS "replaced"
    FROM "Redirect" WHERE ${OF_PICTURES} GROUP BY "target") AS moved ON "target" = "url"`

/** The address of the picture that has replaced the one of this name, or of a copy of it; null where there is none. */
export async function replacedBy(name: string): Promise<string | null> {
  const [row] = await db().$queryRaw<Array<{ url: string }>>`
    SELECT "url" FROM "Redirect" JOIN "Media" ON "url" = "target" AND "deletedAt" IS NULL
    WHERE ${OF_PICTURES} AND "source" = ANY(${originalNames(name).map(mediaPath)})`
  return row?.url ?? null
}

/**
 * The ids of the profiles that show any: read once for a query, in SQL. Members write theirs, so that an index of all
 * names would grow by whatever they invent.
 */
const PROFILES = Prisma.sql`ARRAY(
  SELECT profile."id" FROM "User" AS profile, unnest(pictures_in(profile."about")) AS "file"
  WHERE "file" IN (SELECT unnest(stored."keys") FROM (${PICTURES}) AS stored))`

/**
 * What shows a `picture` of `PICTURES`, in SQL. Texts in the trash, working copies and revisions count: they may yet be
 * published.
 */
const USES = Prisma.sql`
  SELECT 'note' AS "kind", "id", "title" AS "name", CASE WHEN "deletedAt" IS NULL THEN 'text' ELSE 'trash' END AS "via"
    FROM "Note" WHERE pictures_in("description") && picture."keys"
  UNION ALL SELECT 'page', "id", "title", CASE WHEN "deletedAt" IS NULL THEN 'text' ELSE 'trash' END
    FROM "Page" WHERE pictures_in("description") && picture."keys"
  UNION ALL SELECT 'post', "id", "title", CASE WHEN "deletedAt" IS NULL THEN 'text' ELSE 'trash' END
    FROM "Post" WHERE pictures_in("story") && picture."keys" OR "id" = picture."postId"
  UNION ALL SELECT 'profile', "id", "name", 'text' FROM "User"
    WHERE "id" = ANY(${PROFILES}) AND pictures_in("about") && picture."keys"
  UNION ALL SELECT "kind", "key", coalesce("fields"->>'title', "fields"->>'name', ''), 'changes'
    FROM "WorkingCopy" WHERE pictures_in("fields"::text) && picture."keys"
  UNION ALL SELECT CASE WHEN "noteId" IS NOT NULL THEN 'note' WHEN "postId" IS NOT NULL THEN 'post' ELSE 'page' END,
      coalesce("noteId", "postId", "pageId"), coalesce(note."title", post."title", page."title"), 'revision'
    FROM "Revision" AS revision LEFT JOIN "Note" AS note ON note."id" = "noteId"
      LEFT JOIN "Post" AS post ON post."id" = "postId" LEFT JOIN "Page" AS page ON page."id" = "pageId"
    WHERE pictures_in(revision."pictures") && picture."keys"
  UNION ALL SELECT 'settings', '', '', 'text' FROM "SiteSettings" AS settings
    WHERE "avatarId" = picture."id" OR pictures_in(settings::text) && picture."keys"
  UNION ALL SELECT 'cv', '', '', 'text' FROM "Cv" WHERE pictures_in("document") && picture."keys"`

/** The ids of unused pictures that meet a condition, in SQL. With EXISTS, whole tables are read for each of them. */
export const unusedPictures = (condition: Prisma.Sql) => Prisma.sql`
  SELECT "id" FROM (${PICTURES} WHERE "postId" IS NULL AND ${condition} OFFSET 0) AS picture
  WHERE cardinality(ARRAY(SELECT "kind" FROM (${USES}) AS use)) = 0`

/** The settings' avatar is not offered, nor are pictures of trashed projects, which have no public URL. */
const IS_OFFERED = Prisma.sql`NOT EXISTS (SELECT FROM "SiteSettings" WHERE "avatarId" = "Media"."id")
  AND NOT EXISTS (SELECT FROM "Post" AS post WHERE post."id" = "Media"."postId" AND post."deletedAt" IS NOT NULL)`

/** The ids of the pictures of these projects that nothing else shows, in SQL. */
export const picturesOnlyOf = (postIds: string[]) => Prisma.sql`
  SELECT "id" FROM (${PICTURES} WHERE "postId" = ANY(${postIds}) OFFSET 0) AS picture
  WHERE cardinality(ARRAY(
    SELECT "kind" FROM (${USES}) AS use WHERE NOT (use."kind" = 'post' AND use."id" = ANY(${postIds})))) = 0`

const CONDITIONS: Record<PictureFilter | ListImagesQuery['for'], Prisma.Sql> = {
  all: Prisma.sql`true`,
  unused: Prisma.sql`"id" = ANY(ARRAY(${unusedPictures(Prisma.sql`true`)}))`,
  undescribed: Prisma.sql`"alt" = ''`,
  text: IS_OFFERED,
  post: Prisma.sql`"postId" IS NULL AND ${IS_OFFERED}`,
}

/** Of a picture, in SQL: a text that is being written may show it. */
export const IS_NEW = Prisma.sql`"createdAt" >= now() - interval '1 hour'`

/** Of a row that shows a picture in several ways, the first of these is listed. */
const NEAREST: Array<PictureUse['via']> = ['text', 'trash', 'changes', 'revision']

type Stored = Omit<PictureRow, '_id' | 'createdAt' | 'preview'> & {
  id: string
  createdAt: Date
  variants: StoredVariant[]
}

/** Wide enough for what tables and lists of pictures show of one, on any screen. */
const PREVIEW_PIXELS = 320

/** A page of the stored pictures, by date or description; `filter` is a part of the description. */
export async function tablePictures(
  _admin: Admin,
  state: TableState<keyof typeof CONDITIONS>,
): Promise<TablePage<PictureRow>> {
  if (state.filter.includes('\u0000')) return { rows: [], total: 0 }
  const contains = `%${escapeLike(state.filter)}%`
  const condition = Prisma.sql`"deletedAt" IS NULL AND ${CONDITIONS[state.status]} AND "alt" ILIKE ${contains}`
  const [{ total } = { total: 0 }] = await db().$queryRaw<Array<{ total: number }>>`
    SELECT count(*)::int AS "total" FROM "Media" WHERE ${condition}`
  const column = state.sort === 'title' ? Prisma.sql`lower("alt")` : Prisma.sql`"createdAt"`
  const rows = await readPage(state, total, ({ skip, take, direction }) => {
    const order = direction === 'asc' ? Prisma.sql`${column}, "id"` : Prisma.sql`${column} DESC, "id" DESC`
    return db().$queryRaw<Stored[]>`
      SELECT "id", "url", "width", "height", "alt", "bytes", "createdAt", "variants", ${IS_NEW} AS "isNew", ARRAY(
        SELECT DISTINCT ON ("kind", "id") to_jsonb(use) FROM (${USES}) AS use
        ORDER BY "kind", "id", array_position(${NEAREST}::text[], "via")) AS "uses"
      FROM (${PICTURES} WHERE ${condition} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}) AS picture ORDER BY ${order}`
  })
  return {
    rows: rows.map(({ id, createdAt, variants, ...row }) => ({
      ...row,
      _id: id,
      createdAt: createdAt.toISOString(),
      preview: urlOfWidth({ url: row.url, variants }, PREVIEW_PIXELS),
    })),
    total,
  }
}

/** A page of the stored pictures that a text may show, newest first; for a project, those that no other one has. */
export function listPictures(admin: Admin, { filter, page, for: status }: ListImagesQuery) {
  const order = { sort: 'posted', direction: 'desc', trash: false } as const
  return tablePictures(admin, { ...order, page, size: OFFERED_AT_ONCE, filter, status })
}
