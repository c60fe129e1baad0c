import type { Admin } from '@/lib/access/actor'
import type { PreviewPass } from '@/lib/access/preview-pass'
import type { PageQuery } from '@/lib/content/fields'
import { linksIn } from '@/lib/content/post-facts'
import { hasVisibleCharacter } from '@/lib/content/visible-text'
import {
  type ContentKind,
  listContent,
  listContentAsAdmin,
  previewRow,
  publicRowAt,
} from '@/lib/content-kind/server/queries'
import { readRichText } from '@/lib/content-kind/server/rich-text'
import type { Backdrop } from '@/lib/media/backdrop'
import { withPictures } from '@/lib/media/server/queries'
import { publicVariants } from '@/lib/media/variants'
import { db, Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import type { AdminPost, PinnedPost, Post, PostTableRow, ShownPost, WholePost } from '@/lib/post/schema'
import { IS_PUBLIC, postedAt, publicNow, publishingState } from '@/lib/publishing/server/visibility'
import type { StatusFilter } from '@/lib/publishing/status'
import type { SafeHtml, TocEntry } from '@/lib/rich-text/safe-html'
import { decodedSegment, paths } from '@/lib/routes/paths'
import { linkPath } from '@/lib/routes/public-paths'
import type { Settings } from '@/lib/site-settings/schema'
import { getSettings } from '@/lib/site-settings/server/queries'
import type { TechLink } from '@/lib/technology/schema'
import { techLinks } from '@/lib/technology/server/queries'
import { LIST_PAGE_SIZE, RELATED_NOTES, SEARCH_HITS_MAX } from '@/lib/texts/constants'
import { SEARCH_MAX_CHARACTERS } from '@/lib/texts/frame-constants'

const IMAGE_COLUMNS = {
  id: true,
  url: true,
  width: true,
  height: true,
  alt: true,
  caption: true,
  placeholder: true,
  variants: true,
} satisfies Prisma.MediaSelect

const CARD_COLUMNS = {
  ...{ id: true, slug: true, title: true, description: true, repo: true, link: true, tech: true, links: true },
  ...{ role: true, forWhom: true, period: true, state: true, started: true, ended: true, usedBy: true, licence: true },
  ...{ createdAt: true, updatedAt: true, publishedAt: true, keptDate: true, isPinned: true, version: true },
  images: { select: IMAGE_COLUMNS, orderBy: [{ position: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.PostSelect

export const POST_COLUMNS = {
  ...CARD_COLUMNS,
  story: true,
  storyStamp: true,
  wordCount: true,
} satisfies Prisma.PostSelect
const PAGE_COLUMNS = { ...POST_COLUMNS, rendered: true, toc: true } satisfies Prisma.PostSelect

type CardRow = Prisma.PostGetPayload<{ select: typeof CARD_COLUMNS }>
type PageRow = Prisma.PostGetPayload<{ select: typeof PAGE_COLUMNS }>
export type PostRow = Prisma.PostGetPayload<{ select: typeof POST_COLUMNS }>

function toPost(row: CardRow): Post {
  const { id: _id, slug, images, createdAt, publishedAt } = row
  const { title, description, repo, link, tech, role, forWhom, period, state, version } = row
  const { started, ended, usedBy, licence } = row
  const image = images.map(({ id, ...one }) => ({ _id: id, ...one, variants: publicVariants(one.variants) }))
  const posted = postedAt({ createdAt, publishedAt }).toISOString()
  const facts = { role, forWhom, period, state, started, ended, usedBy, licence, links: linksIn(row.links) }
  return { _id, slug: slug ?? '', title, description, image, repo, link, tech, ...facts, createdAt: posted, version }
}

export async function toWholePost(row: PostRow): Promise<WholePost> {
  return { ...toPost(row), story: (await readRichText(row, 'story')).html }
}

function toShown(row: CardRow, settings: Pick<Settings, 'addresses'>): ShownPost {
  const post = toPost(row)
  return { ...post, path: linkPath('post', post, settings) }
}

/** A row as the API answers it to admins. `now` is the database's. */
async function toAdminPost(row: PostRow, now: Date): Promise<AdminPost> {
  return { ...(await toWholePost(row)), ...publishingState(row, now), isPinned: row.isPinned }
}

export const POSTS: ContentKind<PostRow, WholePost, AdminPost, PostTableRow> = {
  name: 'post',
  columns: POST_COLUMNS,
  tableColumns: { repo: true, link: true, isPinned: true, repoFact: { select: { report: true } } },
  toPublic: toWholePost,
  toAdmin: toAdminPost,
}

/** Projects whose technologies contain `keyword`, ignoring case; no condition for a blank one. */
function hasTech(keyword: string): Prisma.PostWhereInput | null {
  const text = keyword.normalize().trim()
  return text === '' ? null : { tech: { contains: escapeLike(text), mode: 'insensitive' } }
}

/** PostgreSQL stores no NUL, so no row can contain it. */
const hasNul = (text: string) => text.includes('\u0000')

const isUnfindable = (keyword: string) => hasNul(keyword) || isTooLong(keyword)

/** Whether a keyword exceeds the maximum; it finds nothing, without a query. */
function isTooLong(keyword: string): boolean {
  return keyword.trim().length > SEARCH_MAX_CHARACTERS
}

/** Whether there is a page for such a search: its keyword is seen, and a technology can have it. */
export function isSearchable(keyword: string): boolean {
  return hasVisibleCharacter(keyword) && !isUnfindable(keyword)
}

type ListQuery = PageQuery & { keyword?: string }

/** `listContent` of the projects with a technology. */
export async function listPosts({ keyword = '', ...query }: ListQuery): Promise<WholePost[]> {
  return isUnfindable(keyword) ? [] : listContent(POSTS, query, hasTech(keyword) ?? {})
}

/** The same for an admin. */
export async function listPostsAsAdmin(
  admin: Admin,
  { keyword = '', ...query }: ListQuery & { status?: StatusFilter },
): Promise<AdminPost[]> {
  return isUnfindable(keyword) ? [] : listContentAsAdmin(POSTS, admin, query, hasTech(keyword) ?? {})
}

/** The order of everything people see; the API's lists go by the date of publishing. */
export const LISTED_ORDER = [
  { isPinned: 'desc' },
  { pinPosition: 'asc' },
  { listedAt: 'desc' },
  { id: 'desc' },
] satisfies Prisma.PostOrderByWithRelationInput[]

/** The same in SQL. */
export const LISTED_ORDER_SQL = Prisma.sql`"isPinned" DESC, "pinPosition", "listedAt" DESC, "id" DESC`

/** The pinned projects in their order, whatever their status. */
export async function listPinned(_admin: Admin): Promise<PinnedPost[]> {
  const where = { isPinned: true, deletedAt: null }
  const rows = await db().post.findMany({ where, orderBy: LISTED_ORDER, select: { id: true, title: true } })
  return rows.map(({ id, title }) => ({ _id: id, title }))
}

/** The first public projects in the order of the lists; those of a condition. */
export async function listRecentPosts(count: number, condition: Prisma.PostWhereInput = {}): Promise<ShownPost[]> {
  const where = { ...(await publicNow()), ...condition }
  const rows = await db().post.findMany({ where, orderBy: LISTED_ORDER, take: count, select: CARD_COLUMNS })
  const settings = await getSettings()
  return rows.map((row) => toShown(row, settings))
}

export type PostsPage = {
  posts: ShownPost[]
  /** The number of all rows; for a search at most `SEARCH_HITS_MAX`. */
  total: number
  /** The search has more hits than that. */
  isMore: boolean
  page: number
  pageCount: number
}

/** One page of the project list. `page` counts from 1; beyond the last one it holds no projects. */
export async function pagePosts({ keyword = '', page = 1 }: { keyword?: string; page?: number }): Promise<PostsPage> {
  if (isUnfindable(keyword)) return { posts: [], total: 0, isMore: false, page, pageCount: 1 }
  const isHit = hasTech(keyword)
  const isSearch = isHit !== null
  const where = { ...(await publicNow()), ...isHit }
  const [settings, counted, rows] = await Promise.all([
    getSettings(),
    // Without a maximum, a short common term would scan every row.
    db().post.count({ where, ...(isSearch ? { take: SEARCH_HITS_MAX + 1 } : {}) }),
    db().post.findMany({
      where,
      orderBy: LISTED_ORDER,
      skip: (page - 1) * LIST_PAGE_SIZE,
      take: LIST_PAGE_SIZE,
      select: CARD_COLUMNS,
    }),
  ])
  const isMore = isSearch && counted > SEARCH_HITS_MAX
  const total = isMore ? SEARCH_HITS_MAX : counted
  const pageCount = Math.max(1, Math.ceil(total / LIST_PAGE_SIZE))
  const posts = page > pageCount ? [] : rows.map((row) => toShown(row, settings))
  return { posts, total, isMore, page, pageCount }
}

/**
 * How many public projects each name has a technology for: one of that name, or one that continues it with another word
 * ("Spring" and "Spring Boot", "Vue" and "Vue.js"; not "Java" and "JavaScript", "C" and "C++"). Names without any are left
 * out; what is too long to search is too.
 */
export async function countHitsOfTechnologies(names: string[]): Promise<Map<string, number>> {
  const searched = names.filter((name) => name !== '' && !isTooLong(name))
  if (searched.length === 0) return new Map()
  const rows = await db().$queryRaw<Array<{ name: string; hits: number }>>`
    WITH "chips" AS MATERIALIZED (
      SELECT DISTINCT "id", lower(trim("chip")) AS "tech" FROM "Post", unnest(string_to_array("tech", ',')) AS "chip"
      WHERE ${IS_PUBLIC}
    ), "used" AS MATERIALIZED (
      SELECT DISTINCT "tech" FROM "chips"
    )
    SELECT "name", least(count(DISTINCT "id"), ${SEARCH_HITS_MAX + 1})::int AS "hits"
    FROM unnest(${searched}::text[]) AS "searched"("name")
    JOIN "used" ON starts_with("used"."tech", lower("name"))
      AND substr("used"."tech", length(lower("name")) + 1, 1) !~ '[[:alnum:]+#]'
    JOIN "chips" USING ("tech")
    GROUP BY "name"`
  return new Map(rows.map(({ name, hits }) => [name, hits]))
}

/**
 * A project with what its page leads to: the next one of the list, and the notes that link to it or that its story links to.
 */
export type PostPage = {
  post: ShownPost
  /** Null for a project without one. */
  story: ShownStory | null
  /** After the last one the first, and null when there is no other. */
  next: Titled | null
  notes: Titled[]
  technologies: TechLink[]
}
type ShownStory = { rendered: SafeHtml; backdrops: Backdrop[]; toc: TocEntry[] }
type Titled = { path: string; title: string }

/** A public project, by its id or its slug, with what its page shows; null when there is none. */
export async function getPostPage(address: string): Promise<PostPage | null> {
  const row = await publicRowAt<PageRow>('post', address, PAGE_COLUMNS)
  return row && toPostPage(row)
}

async function toPostPage(row: PageRow): Promise<PostPage> {
  const [story, others, settings, technologies] = await Promise.all([
    shownStory(row),
    readOthers(row),
    getSettings(),
    techLinks(row.tech),
  ])
  const titled = (role: OtherRow['role']): Titled[] =>
    others
      .filter((project) => project.role === role)
      .map(({ id, slug, title }) => ({
        path: linkPath(role === 'note' ? 'note' : 'post', { _id: id, slug: slug ?? '' }, settings),
        title,
      }))
  return { post: toShown(row, settings), story, next: titled('next')[0] ?? null, notes: titled('note'), technologies }
}

async function shownStory(row: PageRow): Promise<ShownStory | null> {
  if (row.story === '') return null
  const { rendered, toc } = await readRichText(row, 'story')
  if (rendered === '') return null
  const { html, backdrops } = await withPictures(rendered)
  return { rendered: html, backdrops, toc }
}

/** As the editor writes a link to a note of the site. */
const NOTE_LINK = / href="\/note\/([^"?#/]+)/g

/** What may follow a project in the order of the lists, by steps that each use its index; the first that finds one counts. */
const FOLLOWING = [
  Prisma.sql`("post"."isPinned", "post"."pinPosition") = (own."isPinned", own."pinPosition")
    AND ("post"."listedAt", "post"."id") < (own."listedAt", own."id")`,
  Prisma.sql`"post"."isPinned" = own."isPinned" AND "post"."pinPosition" > own."pinPosition"`,
  Prisma.sql`own."isPinned" AND NOT "post"."isPinned"`,
  Prisma.sql`"post"."id" <> own."id"`,
].map(
  (follows, step) => Prisma.sql`
    SELECT ${step}::int AS "place", following.* FROM own, LATERAL (
      SELECT "id", "slug", "title" FROM "Post" AS post WHERE ${IS_PUBLIC} AND ${follows}
      ORDER BY ${LISTED_ORDER_SQL} LIMIT 1
    ) AS following`,
)

type OtherRow = { role: 'next' | 'note'; id: string; slug: string | null; title: string }

/**
 * What a project's page shows of other rows, all of them public: the project it leads on to, and the notes that link to
 * it, among the newest hundreds, and those its story links to, newest first. A draft is where it would be if it were published now.
 */
function readOthers({ id, slug, story }: Pick<PostRow, 'id' | 'slug' | 'story'>): Promise<OtherRow[]> {
  const named = [...story.matchAll(NOTE_LINK)]
    .map(([, name = '']) => decodedSegment(name))
    .filter((name) => !hasNul(name))
  return db().$queryRaw<OtherRow[]>`
    WITH own AS (
      SELECT "id", "isPinned", "pinPosition", coalesce("listedAt", now()) AS "listedAt" FROM "Post" WHERE "id" = ${id}
    )
    SELECT "role", "id", "slug", "title" FROM (
      (
        SELECT 'next' AS "role", "id", "slug", "title", "place" FROM (
          ${Prisma.join(FOLLOWING, ' UNION ALL ')}
        ) AS candidates
        ORDER BY "place" LIMIT 1
      )
      UNION ALL
      (
        SELECT 'note', "id", "slug", "title", (row_number() OVER (ORDER BY "publishedAt" DESC, "id" DESC))::int
        FROM "Note" WHERE ${IS_PUBLIC} AND ("id" = ANY(${named}::text[]) OR "slug" = ANY(${named}::text[]) OR "id" IN (
          SELECT "id" FROM (
            SELECT "id", "description" FROM "Note" WHERE ${IS_PUBLIC} ORDER BY "publishedAt" DESC, "id" DESC LIMIT 300
          ) AS newest
          WHERE strpos("description", ${paths.post(id)}) > 0 OR strpos("description", ${`${paths.post(slug ?? id)}"`}) > 0
        ))
        ORDER BY 4 LIMIT ${RELATED_NOTES}
      )
    ) AS others
    ORDER BY "role", "place"`
}

/**
 * A project that need not be public, as its page will show it; null when it is in the trash.
 * @param written what its form holds, for admins, who see it in the trash too
 */
export async function previewPost(
  pass: PreviewPass & { kind: 'post' },
  written?: Partial<PostRow>,
): Promise<{ shown: PostPage; isPublic: boolean } | null> {
  const found = await previewRow<PageRow>(pass, PAGE_COLUMNS, written)
  return found && { shown: await toPostPage(found.row), isPublic: found.isPublic }
}
