import type { Admin } from '@/lib/access/actor'
import { techItems } from '@/lib/platform/format'
import { db, Prisma } from '@/lib/platform/server/db'
import { technologyKey } from '@/lib/technology/technology-key'

/** The keys of the technology that a name means, in SQL: its own, and those of all it is or was called. */
export function keysOfTechnology(name: string): Prisma.Sql {
  const key = technologyKey(name)
  return Prisma.sql`ARRAY(
    SELECT ${key} UNION SELECT other."key" FROM "TechnologyAlias" AS asked
    JOIN "TechnologyAlias" AS other USING ("technologyId") WHERE asked."key" = ${key})`
}

/** Rows whose technologies are counted, of each kind. */
const COUNTED_ROWS = 1_000

/**
 * The names of all notes' and projects' technologies, drafts' too, most used first: what forms suggest. What differs in
 * case alone is one, as it is written most often.
 */
export async function listNamesInUse(_admin: Admin): Promise<string[]> {
  const newest = {
    where: { deletedAt: null, tech: { not: '' } },
    orderBy: { id: 'desc' },
    take: COUNTED_ROWS,
    select: { tech: true },
  } as const
  const rows = await Promise.all([db().post.findMany(newest), db().note.findMany(newest)])
  const spellings = new Map<string, Map<string, number>>()
  for (const name of rows.flat().flatMap(({ tech }) => techItems(tech))) {
    const counts = spellings.get(name.toLowerCase()) ?? new Map<string, number>()
    spellings.set(name.toLowerCase(), counts.set(name, (counts.get(name) ?? 0) + 1))
  }
  const counted = [...spellings.values()].map((counts) => {
    const [[name = ''] = []] = [...counts].sort(([, one], [, other]) => other - one)
    return { name, uses: [...counts.values()].reduce((sum, count) => sum + count, 0) }
  })
  return counted
    .sort((one, other) => other.uses - one.uses || one.name.localeCompare(other.name, 'en'))
    .map(({ name }) => name)
}
