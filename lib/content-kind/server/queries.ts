import type { Admin } from '@/lib/access/actor'
import type { PreviewPass } from '@/lib/access/preview-pass'
import { addressed } from '@/lib/addresses/slug'
import type { PageQuery } from '@/lib/content/fields'
import { type ContentName, RICH_TEXT } from '@/lib/content/kinds'
import type { ContentTableRow } from '@/lib/content-kind/schema'
import { AppError } from '@/lib/http/errors'
import { capitalised } from '@/lib/platform/format'
import { isId } from '@/lib/platform/ids'
import { db, type Prisma, type Transaction } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import {
  afterCursor,
  CONTENT_SQL,
  cursorOf,
  databaseNow,
  isInTable,
  isListed,
  OLDEST_FIRST,
  publicNow,
  publishingState,
  tableDates,
} from '@/lib/publishing/server/visibility'
import type { StatusFilter } from '@/lib/publishing/status'
import { readPage, type TablePage, type TableState } from '@/lib/table/table-state'
import { changedKeys, hasChanges } from '@/lib/working-copy/server/queries'

/** The columns that the rows of every kind have. */
export type ContentRow = {
  id: string
  slug: string | null
  title: string
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  keptDate: Date | null
  version: number
}

/** Every column of a row, for Prisma's `select`. */
type Selected<Row> = Record<keyof Row, unknown>

/** A kind of content: what differs between notes and projects. What they do alike is in this folder. */
export type ContentKind<
  Row extends ContentRow = ContentRow,
  Shown = unknown,
  ShownToAdmin = unknown,
  TableRow extends ContentTableRow = ContentTableRow,
> = {
  /** In Prisma, in the history, in the log and in addresses. */
  name: ContentName
  /** What a row is made of, for Prisma's `select`. */
  columns: Selected<Row>
  /** What the admin's table shows besides `ContentTableRow`. */
  tableColumns: Record<Exclude<keyof TableRow, keyof ContentTableRow>, true | { select: object }>
  toPublic: (row: Row) => Shown | Promise<Shown>
  /** `now` is the database's. */
  toAdmin: (row: Row, now: Date) => ShownToAdmin | Promise<ShownToAdmin>
}

type Rows<Row> = {
  findUnique: (query: { where: object; select: object }) => Promise<Row | null>
  findMany: (query: {
    where: object
    orderBy: object[]
    select: object
    skip?: number
    take?: number
  }) => Promise<Row[]>
  count: (query: { where: object }) => Promise<number>
  create: (query: { data: object; select: object }) => Promise<Row>
  update: (query: { where: object; data: object; select: object }) => Promise<Row>
  updateMany: (query: { where: object; data: object }) => Prisma.PrismaPromise<{ count: number }>
  updateManyAndReturn: (query: { where: object; data: object; select: object }) => Promise<Row[]>
  deleteMany: (query: { where: object }) => Promise<{ count: number }>
}

/**
 * The table of a kind. Prisma types the methods of each table on their own, with no form that all of them have: this
 * cast says, for the whole folder, that they have these methods, and that `select` yields a `Row`. The kinds check their
 * columns where they are written down, by `satisfies Prisma.NoteSelect`.
 */
export function rowsOf<Row>(client: Pick<Transaction, ContentName>, { name }: { name: ContentName }) {
  return client[name] as unknown as Rows<Row>
}

/**
 * Public rows oldest first, all of them unless `limit` or `after` says otherwise.
 * @param isHit a condition more
 * @throws AppError "unprocessable" when `after` names no row
 */
export async function listContent<Row extends ContentRow, Shown>(
  kind: ContentKind<Row, Shown>,
  query: PageQuery,
  isHit: object = {},
): Promise<Shown[]> {
  const isPublic = await publicNow()
  const rows = await findListed(kind, [isPublic, isHit], query, isPublic.publishedAt.lte)
  return eachInTurn(rows, kind.toPublic)
}

/** The same for an admin: those of one status, or all. @throws AppError as `listContent` */
export async function listContentAsAdmin<Row extends ContentRow, Shown>(
  kind: ContentKind<Row, unknown, Shown>,
  _admin: Admin,
  { status = 'published', ...query }: PageQuery & { status?: StatusFilter },
  isHit: object = {},
): Promise<Shown[]> {
  const now = await databaseNow(db())
  const rows = await findListed(kind, [isListed(status, now), isHit], query)
  return eachInTurn(rows, (row) => kind.toAdmin(row, now))
}

/** @param visibleAt as of `cursorOf` */
async function findListed<Row extends ContentRow>(
  kind: ContentKind<Row>,
  conditions: object[],
  { limit, after }: PageQuery,
  visibleAt?: Date,
): Promise<Row[]> {
  const rows = rowsOf<Row>(db(), kind)
  const cursor = after === undefined ? null : await cursorOf(after, (row) => rows.findUnique(row), visibleAt)
  const where = { AND: cursor ? [...conditions, afterCursor(cursor)] : conditions }
  return rows.findMany({ where, orderBy: OLDEST_FIRST, select: kind.columns, take: limit })
}

/** Rows that have to be sanitised first must not be a thousand at once. */
async function eachInTurn<Row, Result>(rows: Row[], work: (row: Row) => Result | Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const row of rows) results.push(await work(row))
  return results
}

/** One public row, or null. */
export async function getContent<Row extends ContentRow, Shown>(
  kind: ContentKind<Row, Shown>,
  id: string,
): Promise<Shown | null> {
  return isId(id) ? getContentAt(kind, id) : null
}

/** @throws AppError "not-found" */
export async function requireContent<Row extends ContentRow, Shown>(
  kind: ContentKind<Row, Shown>,
  id: string,
): Promise<Shown> {
  return (await getContent(kind, id)) ?? contentNotFound(kind)
}

/** One public row by its id or its slug, or null. */
export async function getContentAt<Row extends ContentRow, Shown>(
  kind: ContentKind<Row, Shown>,
  address: string,
): Promise<Shown | null> {
  const row = await publicRowAt<Row>(kind.name, address, kind.columns)
  return row && kind.toPublic(row)
}

/** A public row by its id or its slug, with the selected columns; null when there is none. */
export async function publicRowAt<Row>(name: ContentName, address: string, select: Selected<Row>): Promise<Row | null> {
  const named = addressed(address)
  return named && rowsOf<Row>(db(), { name }).findUnique({ where: { ...named, ...(await publicNow()) }, select })
}

/** One row that is not in the trash, whatever its status, or null. */
export async function getContentAsAdmin<Row extends ContentRow, Shown>(
  kind: ContentKind<Row, unknown, Shown>,
  _admin: Admin,
  id: string,
): Promise<Shown | null> {
  const row = isId(id)
    ? await rowsOf<Row>(db(), kind).findUnique({ where: { id, deletedAt: null }, select: kind.columns })
    : null
  return row && kind.toAdmin(row, await databaseNow(db()))
}

/** @throws AppError "not-found" */
export async function requireContentAsAdmin<Row extends ContentRow, Shown>(
  kind: ContentKind<Row, unknown, Shown>,
  admin: Admin,
  id: string,
): Promise<Shown> {
  return (await getContentAsAdmin(kind, admin, id)) ?? contentNotFound(kind)
}

/** @throws AppError "not-found", on screens and in the API */
export function contentNotFound({ name }: Pick<ContentKind, 'name'>): never {
  throw new AppError('not-found', `${capitalised(name)} not found`)
}

const TABLE_COLUMNS = {
  id: true,
  title: true,
  createdAt: true,
  publishedAt: true,
  version: true,
  deletedAt: true,
}

type StoredTableRow = { id: string } & Parameters<typeof tableDates>[0]

function toTableRow<TableRow>({ id, ...row }: StoredTableRow & TableRow, now: Date): TableRow {
  const { publishedAt, ...shown } = row
  return { ...shown, _id: id, ...tableDates(row, now) } as unknown as TableRow
}

/** One page of the admin's table, sorted and filtered in the database. */
export async function tableContent<Row extends ContentRow, TableRow extends ContentTableRow>(
  kind: ContentKind<Row, unknown, unknown, TableRow>,
  admin: Admin,
  state: TableState,
): Promise<TablePage<TableRow>> {
  // PostgreSQL stores no NUL, so no row can contain it.
  if (state.filter.includes('\u0000')) return { rows: [], total: 0 }
  const now = await databaseNow(db())
  const where = {
    ...isInTable(state, now),
    ...(state.filter === '' ? {} : { title: { contains: escapeLike(state.filter), mode: 'insensitive' } }),
  }
  const stored = rowsOf<StoredTableRow & TableRow>(db(), kind)
  const isOfAll = state.filter !== '' && state.status === 'all' && !state.trash
  const total = await (isOfAll ? countTitled(kind.name, state.filter) : stored.count({ where }))
  const rows = await readPage(state, total, ({ skip, take, direction }) =>
    stored.findMany({
      where,
      orderBy: [state.sort === 'title' ? { title: direction } : { publishedAt: direction }, { id: direction }],
      skip,
      take,
      select: { ...TABLE_COLUMNS, ...kind.tableColumns },
    }),
  )
  const changed = await changedKeys(
    admin,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => ({ ...toTableRow(row, now), hasChanges: hasChanges(row, changed) })), total }
}

/** How many rows outside the trash have a title that contains this, in upper or lower case. */
async function countTitled(kind: ContentName, part: string): Promise<number> {
  // As the index of lower-case titles has it: the index of trigrams cannot find two letters.
  const [row] = await db().$queryRaw<Array<{ total: number }>>`
    SELECT count(*)::int AS "total" FROM ${CONTENT_SQL[kind].table}
    WHERE "deletedAt" IS NULL AND lower("title") LIKE lower(${`%${escapeLike(part)}%`})`
  return row?.total ?? 0
}

/**
 * A row that need not be public, by the time of the database; null when it is in the trash.
 * @param written what its form holds, for admins, who see it in the trash too
 */
export async function previewRow<Row extends ContentRow>(
  { kind, id }: PreviewPass,
  select: Selected<Row>,
  written: Partial<Row> | undefined,
): Promise<{ row: Row; now: Date; isPublic: boolean } | null> {
  const now = (await publicNow()).publishedAt.lte
  const where = { id, ...(!written && { deletedAt: null }) }
  const row = await rowsOf<Row>(db(), { name: kind }).findUnique({ where, select })
  if (!row) return null
  // Another text than the stored one is cleaned and rendered first.
  const rendering = written && RICH_TEXT[kind] in written && { [`${RICH_TEXT[kind]}Stamp`]: '' }
  return { row: { ...row, ...written, ...rendering }, now, isPublic: publishingState(row, now).status === 'published' }
}
