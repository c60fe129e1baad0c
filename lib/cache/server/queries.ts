import { db, Prisma } from '@/lib/platform/server/db'

/**
 * The current revision, and the number of revisions since one that concern only some pages, with the paths of those.
 * Migrations page_revision, page_changes and page_changes_of_texts have what writes them.
 */
export function selectChanges(since: bigint | undefined): Prisma.Sql {
  return Prisma.sql`
    SELECT page."revision"::text AS "revision", count(DISTINCT change."revision")::text AS "scoped",
      coalesce(array_agg(DISTINCT change."path") FILTER (WHERE change."path" IS NOT NULL), '{}') AS "paths"
    FROM "PageRevision" AS page
    LEFT JOIN "PageChange" AS change
      ON change."revision" > ${since ?? 0n} AND change."revision" <= page."revision"
    GROUP BY page."revision"`
}

/** A row of it. */
export type ChangesRow = { revision: string; scoped: string; paths: string[] }

/** What has changed since a revision: the paths of pages as `PageCache.invalidate` takes them, or all of them. */
export type PageChanges = { revision: bigint; paths: string[] | undefined }

/** @param since undefined where no revision is known, so that any page may be older */
export function toChanges(row: ChangesRow | undefined, since: bigint | undefined): PageChanges {
  const revision = BigInt(row?.revision ?? 0)
  // All revisions in between are still stored and name their pages.
  const isScoped = since !== undefined && revision - since === BigInt(row?.scoped ?? 0)
  return { revision, paths: isScoped ? (row?.paths ?? []) : undefined }
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
