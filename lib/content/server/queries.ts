import { db, Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'

const TABLES = { Note: Prisma.sql`"Note"`, Post: Prisma.sql`"Post"` }

/** How many rows outside the trash have a title that contains this, in upper or lower case. */
export async function countTitled(table: keyof typeof TABLES, part: string): Promise<number> {
  // As the index of lower-case titles has it: the index of trigrams cannot find two letters.
  const [row] = await db().$queryRaw<Array<{ total: number }>>`
    SELECT count(*)::int AS "total" FROM ${TABLES[table]}
    WHERE "deletedAt" IS NULL AND lower("title") LIKE lower(${`%${escapeLike(part)}%`})`
  return row?.total ?? 0
}
