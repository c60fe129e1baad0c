import { db, Prisma } from '@/lib/platform/server/db'

/**
 * The current revision, and the number of revisions since one that are still stored, with the keys of what they changed
 * (lib/routes/public-pages.ts). Migration page_keys has what writes them.
 */
export function selectChanges(since: bigint | undefined): Prisma.Sql {
  return Prisma.sql`
    SELECT page."revision"::text AS "revision", count(DISTINCT change."revision")::text AS "scoped",
      coalesce(array_agg(DISTINCT change."key") FILTER (WHERE change."key" IS NOT NULL), '{}') AS "keys"
    FROM "PageRevision" AS page
    LEFT JOIN "PageKey" AS change
      ON change."revision" > ${since ?? 0n} AND change."revision" <= page."revision"
    GROUP BY page."revision"`
}

const EVERYTHING = 'all'

/** A row of it. */
export type ChangesRow = { revision: string; scoped: string; keys: string[] }

/** What has changed since a revision: keys as `PageCache.invalidate` takes them, or everything. */
export type PageChanges = { revision: bigint; keys: string[] | undefined }

/** @param since undefined where no revision is known, so that any page may be older */
export function toChanges(row: ChangesRow | undefined, since: bigint | undefined): PageChanges {
  const revision = BigInt(row?.revision ?? 0)
  const keys = row?.keys ?? []
  // All revisions in between are still stored.
  const isScoped = since !== undefined && revision - since === BigInt(row?.scoped ?? 0) && !keys.includes(EVERYTHING)
  return { revision, keys: isScoped ? keys : undefined }
}

/** What commits since a revision changed. */
export async function readPageChanges(since: bigint | undefined): Promise<PageChanges> {
  const [row] = await db().$queryRaw<ChangesRow[]>(selectChanges(since))
  return toChanges(row, since)
}

/** The number of commits so far that changed what pages show. */
export async function readPageRevision(): Promise<bigint> {
  const [row] = await db().$queryRaw<Array<{ revision: bigint }>>`SELECT "revision" FROM "PageRevision"`
  return row?.revision ?? 0n
}
