import { decodedPath } from '@/lib/addresses/redirect-source'
import { isMadeOf, numbered, slugOf } from '@/lib/addresses/slug'
import { CONTENT_NAMES, type ContentName } from '@/lib/content/kinds'
import { AppError, fieldError } from '@/lib/http/errors'
import { newId } from '@/lib/platform/ids'
import { db, type Prisma, type Transaction } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { uniqueViolation } from '@/lib/platform/server/unique-violation'
import { CONTENT_SQL } from '@/lib/publishing/server/visibility'
import { isTakenName } from '@/lib/routes/public-pages'
import { publicPaths } from '@/lib/routes/public-paths'

type Row = { slug: string | null; publishedAt: Date | null }
type Before = Row & { title: string; keptDate: Date | null }

const TAKEN = {
  note: 'Another note has this address, or one in the trash.',
  post: 'Another project has this address, or one in the trash.',
  page: 'Another page has this address, or one in the trash.',
}
const RESERVED = 'This site has, or will have, something of its own at this address. Choose another one.'
const LEADS_ON = 'This address leads to something that has moved. Choose another one.'

/**
 * The slug of a new note or project: the one asked for, else one made from its title; null where that has no letter.
 * @param id of the row, where it has one already
 * @throws AppError "conflict" when another has the one asked for; "unprocessable" for one a page cannot have
 */
export async function slugOfNew(
  transaction: Transaction,
  kind: ContentName,
  { title = '', slug }: { title?: string | undefined; slug?: string | undefined },
  id?: string,
): Promise<string | null> {
  if (slug) {
    const problem = kind === 'page' && (await problemOfPage(transaction, slug, id))
    if (problem) throw fieldError('slug', problem)
    const { table } = CONTENT_SQL[kind]
    const taken = await transaction.$queryRaw<unknown[]>`SELECT FROM ${table} WHERE "slug" = ${slug}`
    if (taken.length > 0) {
      throw new AppError('conflict', TAKEN[kind], { issues: [{ path: 'slug', message: TAKEN[kind] }] })
    }
    return slug
  }
  const made = slugOf(title)
  if (made === '') return null
  const isTaken = kind === 'page' && (await problemOfPage(transaction, made, id)) !== null
  return freeSlug(transaction, CONTENT_SQL[kind].table, isTaken ? numbered(made, 2) : made)
}

/** Why a page cannot have an address: the product's own win, and those that lead to another row stay; null where it can. */
async function problemOfPage(transaction: Transaction, slug: string, id: string | undefined): Promise<string | null> {
  if (isTakenName(slug)) return RESERVED
  const where = { source: sourceOf(publicPaths.page(slug)), OR: [{ pageId: null }, { pageId: { not: id ?? '' } }] }
  return (await transaction.redirect.count({ where })) > 0 ? LEADS_ON : null
}

/** The most digits of a slug's number. */
const NUMBER_DIGITS = 9

/** A slug of a table that none of its rows has: the one that was made, else that with the first free number. */
export async function freeSlug(transaction: Transaction, table: Prisma.Sql, made: string): Promise<string> {
  // By the number's digits, for which a long slug loses words. The series is made in its order and no further than
  // the first free name; ORDER BY would make it whole.
  const stems = Array.from({ length: NUMBER_DIGITS }, (_, more) => numbered(made, 2 * 10 ** more).slice(0, -more - 1))
  const [free] = await transaction.$queryRaw<Array<{ slug: string }>>`
    SELECT "slug" FROM (
      SELECT CASE "number" WHEN 1 THEN ${made} ELSE (${stems}::text[])[length("number"::text)] || "number" END AS "slug"
      FROM (SELECT generate_series(1, ${10 ** NUMBER_DIGITS - 1}::int) AS "number") AS numbers
    ) AS names WHERE (SELECT count(*) FROM ${table} AS taken WHERE taken."slug" = names."slug") = 0 LIMIT 1`
  if (!free) throw new Error(`Every number of ${made} is taken.`)
  return free.slug
}

/**
 * The column of a changed one: what is asked for; and while it never was public, what its title makes. Nothing where it
 * stays.
 * @throws AppError as `slugOfNew`
 */
export async function slugOfChanged(
  transaction: Transaction,
  kind: ContentName,
  before: Before & { id?: string },
  { title = before.title, slug }: { title?: string | undefined; slug?: string | undefined },
  now: Date,
): Promise<{ slug?: string | null }> {
  const isRequested = slug !== undefined
  const follows =
    title !== before.title && (before.slug === null || (!wasPublic(before, now) && isMadeOf(before.slug, before.title)))
  if (slug === before.slug || (!isRequested && !follows)) return {}
  if (!slug && before.slug !== null && isMadeOf(before.slug, title)) return {}
  return { slug: await slugOfNew(transaction, kind, { title, slug }, before.id) }
}

/** The transaction of a write that chooses a slug; once more when another has taken that one meanwhile. */
export async function withFreeSlug<Result>(
  write: (transaction: Transaction) => Promise<Result>,
  options?: { timeout: number },
): Promise<Result> {
  try {
    return await db().$transaction(write, options)
  } catch (error) {
    if (uniqueViolation(error) !== 'slug') throw error
    return withFreeSlug(write, options)
  }
}

/**
 * Keeps the address a row had while it was public, and takes the one it has now from what had it before: in the
 * transaction of the write, and after it.
 * @param before the row as it was; null for a new one
 */
export async function keepOldAddress(
  transaction: Transaction,
  kind: ContentName,
  before: Before | null,
  row: Row & { id: string },
  now: Date,
): Promise<void> {
  const isRenamed = before !== null && before.slug !== row.slug
  if (row.slug && row.publishedAt && (isRenamed || !before?.publishedAt)) {
    await transaction.$executeRaw`DELETE FROM "Redirect" WHERE "source" = ${sourceOf(publicPaths[kind](row.slug))}`
  }
  if (isRenamed && before.slug && wasPublic(before, now)) {
    await redirectFrom(transaction, 'slug', [{ path: publicPaths[kind](before.slug), kind, id: row.id }])
  }
}

function wasPublic({ publishedAt, keptDate }: Before, now: Date): boolean {
  return keptDate !== null || (publishedAt !== null && publishedAt <= now)
}

/** Addresses that lead to notes and projects from now on: 308. What led elsewhere by the same path no longer does. */
export async function redirectFrom(
  transaction: Transaction,
  origin: 'slug' | 'import',
  moved: Array<{ path: string; kind: ContentName; id: string }>,
): Promise<void> {
  if (moved.length === 0) return
  for (const kind of CONTENT_NAMES) {
    const rows = new Map(moved.filter((address) => address.kind === kind).map(({ path, id }) => [sourceOf(path), id]))
    if (rows.size === 0) continue
    await transaction.$executeRaw`
      INSERT INTO "Redirect" ("id", "source", "origin", ${CONTENT_SQL[kind].owner})
      SELECT * FROM unnest(${[...rows].map(newId)}::text[], ${[...rows.keys()]}::text[],
        ${[...rows].map(() => origin)}::text[], ${[...rows.values()]}::text[])
      ON CONFLICT ("source") DO UPDATE SET ("origin", "target", "noteId", "postId", "pageId", "createdAt") =
        (EXCLUDED."origin", NULL, EXCLUDED."noteId", EXCLUDED."postId", EXCLUDED."pageId", now())`
  }
}

function sourceOf(path: string): string {
  const source = decodedPath(path)
  if (source === null) throw new Error(`No page can have had the address ${path}.`)
  return source
}

const MADE_AT_ONCE = 100

/**
 * Gives slugs to rows that have none: written before there were any, or by SQL. The oldest gets its name without a
 * number. Neither their versions nor their dates change. Returns how many got one; `signal` stops it after a batch.
 */
export async function makeSlugs(signal?: AbortSignal): Promise<number> {
  let made = 0
  for (const kind of CONTENT_NAMES) {
    for (let after = ''; !signal?.aborted; ) {
      const rows = await db().$queryRaw<Array<{ id: string; title: string }>>`
        SELECT "id", "title" FROM ${CONTENT_SQL[kind].table} WHERE "slug" IS NULL AND "id" > ${after}
        ORDER BY "id" LIMIT ${MADE_AT_ONCE}`
      const last = rows.at(-1)
      if (!last) break
      made += await withFreeSlug((transaction) => nameAll(transaction, kind, rows))
      after = last.id
    }
  }
  await tellOfTakenAddresses()
  return made
}

/** A later version of the product may have taken the address of a page: the product is what answers there. */
async function tellOfTakenAddresses(): Promise<void> {
  const pages = await db().page.findMany({ where: { slug: { not: null }, deletedAt: null }, select: { slug: true } })
  for (const { slug } of pages)
    if (slug && isTakenName(slug)) log('warn', 'a page has an address of the product and is not shown there', { slug })
}

async function nameAll(transaction: Transaction, kind: ContentName, rows: Array<{ id: string; title: string }>) {
  let named = 0
  for (const { id, title } of rows) {
    const slug = await slugOfNew(transaction, kind, { title })
    if (slug === null) continue
    named += await transaction.$executeRaw`
      UPDATE ${CONTENT_SQL[kind].table} SET "slug" = ${slug} WHERE "id" = ${id} AND "slug" IS NULL`
  }
  return named
}
