import type { Admin } from '@/lib/access/actor'
import type { PageQuery } from '@/lib/content/fields'
import { AppError } from '@/lib/http/errors'
import { publicVariants } from '@/lib/media/variants'
import { isId } from '@/lib/platform/ids'
import { db, type Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import type { Post, PostTableRow } from '@/lib/post/schema'
import { readPage, type TablePage, type TableState } from '@/lib/table/table-state'
import { LIST_PAGE_SIZE, SEARCH_HITS_MAX, SEARCH_MAX_CHARACTERS } from '@/lib/texts/constants'

/** The columns a project is made of. */
export const POST_COLUMNS = {
  id: true,
  title: true,
  description: true,
  repo: true,
  link: true,
  tech: true,
  createdAt: true,
  version: true,
  images: {
    select: { url: true, width: true, height: true, alt: true, placeholder: true, variants: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  },
} satisfies Prisma.PostSelect

export type PostRow = Prisma.PostGetPayload<{ select: typeof POST_COLUMNS }>

/** Trashed projects appear in no list, page or search. */
const LIVE = { deletedAt: null } satisfies Prisma.PostWhereInput
const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] satisfies Prisma.PostOrderByWithRelationInput[]
const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.PostOrderByWithRelationInput[]

/** A row in the public shape of the API. */
export function toPost(row: PostRow): Post {
  const { id, images, createdAt, ...fields } = row
  const image = images.map((one) => ({ ...one, variants: publicVariants(one.variants) }))
  return { _id: id, ...fields, image, createdAt: createdAt.toISOString() }
}

/** Projects whose technologies contain `keyword`, ignoring case; all of them for a blank one. */
function withTech(keyword: string): Prisma.PostWhereInput {
  const text = keyword.trim()
  return text === '' ? LIVE : { ...LIVE, tech: { contains: escapeLike(text), mode: 'insensitive' } }
}

/** PostgreSQL stores no NUL, so no row can contain it. */
const hasNul = (text: string) => text.includes('\u0000')

const isUnfindable = (keyword: string) => hasNul(keyword) || isTooLong(keyword)

/** Whether a keyword exceeds the maximum; it finds nothing, without a query. */
export function isTooLong(keyword: string): boolean {
  return keyword.trim().length > SEARCH_MAX_CHARACTERS
}

/**
 * Projects oldest first (GET /api/post/), all of them unless `limit` or `after` says otherwise.
 * @throws AppError "unprocessable" when `after` names no project
 */
export async function listPosts({ keyword = '', limit, after }: PageQuery & { keyword?: string }): Promise<Post[]> {
  if (isUnfindable(keyword)) return []
  const where = withTech(keyword)
  const rows = await db().post.findMany({
    where: after === undefined ? where : { AND: [where, await isAfter(after)] },
    orderBy: OLDEST_FIRST,
    select: POST_COLUMNS,
    ...(limit === undefined ? {} : { take: limit }),
  })
  return rows.map(toPost)
}

async function isAfter(id: string): Promise<Prisma.PostWhereInput> {
  const row = isId(id) ? await db().post.findUnique({ where: { id }, select: { id: true, createdAt: true } }) : null
  if (!row) throw unknownAfter()
  return { OR: [{ createdAt: { gt: row.createdAt } }, { createdAt: row.createdAt, id: { gt: row.id } }] }
}

function unknownAfter(): AppError {
  const message = 'after must be the _id of a row in the list.'
  return new AppError('unprocessable', message, { issues: [{ path: 'after', message }] })
}

/** The newest projects, newest first. */
export async function listRecentPosts(count: number): Promise<Post[]> {
  const rows = await db().post.findMany({ where: LIVE, orderBy: NEWEST_FIRST, take: count, select: POST_COLUMNS })
  return rows.map(toPost)
}

export type PostsPage = {
  posts: Post[]
  /** The number of all rows; for a search at most `SEARCH_HITS_MAX`. */
  total: number
  /** The search has more hits than that. */
  isMore: boolean
  page: number
  pageCount: number
}

/** One page of the project list, newest first. `page` counts from 1; beyond the last one it holds no projects. */
export async function pagePosts({ keyword = '', page = 1 }: { keyword?: string; page?: number }): Promise<PostsPage> {
  if (isUnfindable(keyword)) return { posts: [], total: 0, isMore: false, page, pageCount: 1 }
  const where = withTech(keyword)
  const isSearch = where !== LIVE
  const [counted, rows] = await Promise.all([
    // Without a maximum, a short common term would scan every row.
    db().post.count({ where, ...(isSearch ? { take: SEARCH_HITS_MAX + 1 } : {}) }),
    db().post.findMany({
      where,
      orderBy: NEWEST_FIRST,
      skip: (page - 1) * LIST_PAGE_SIZE,
      take: LIST_PAGE_SIZE,
      select: POST_COLUMNS,
    }),
  ])
  const isMore = isSearch && counted > SEARCH_HITS_MAX
  const total = isMore ? SEARCH_HITS_MAX : counted
  const pageCount = Math.max(1, Math.ceil(total / LIST_PAGE_SIZE))
  return { posts: page > pageCount ? [] : rows.map(toPost), total, isMore, page, pageCount }
}

/** One project, or null. */
export async function getPost(id: string): Promise<Post | null> {
  const row = isId(id) ? await db().post.findUnique({ where: { id, ...LIVE }, select: POST_COLUMNS }) : null
  return row && toPost(row)
}

/** @throws AppError "not-found" */
export async function requirePost(id: string): Promise<Post> {
  const post = await getPost(id)
  if (!post) throw postNotFound()
  return post
}

/** The error for a missing project, on screens and in the API. */
export function postNotFound(): AppError {
  return new AppError('not-found', 'Post not found')
}

/** One page of the admin's projects table, sorted and filtered in the database. */
export async function tablePosts(_admin: Admin, state: TableState): Promise<TablePage<PostTableRow>> {
  if (hasNul(state.filter)) return { rows: [], total: 0 }
  const where: Prisma.PostWhereInput = {
    deletedAt: state.trash ? { not: null } : null,
    ...(state.filter === '' ? {} : { title: { contains: escapeLike(state.filter), mode: 'insensitive' } }),
  }
  const total = await db().post.count({ where })
  const rows = await readPage(state, total, ({ skip, take, direction }) =>
    db().post.findMany({
      where,
      orderBy: [state.sort === 'title' ? { title: direction } : { createdAt: direction }, { id: direction }],
      skip,
      take,
      select: { id: true, title: true, repo: true, link: true, createdAt: true, version: true, deletedAt: true },
    }),
  )
  return {
    rows: rows.map(({ id, createdAt, deletedAt, ...fields }) => ({
      _id: id,
      ...fields,
      createdAt: createdAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
    })),
    total,
  }
}
