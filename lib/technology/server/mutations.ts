import { freeSlug } from '@/lib/addresses/server/mutations'
import { slugOf } from '@/lib/addresses/slug'
import { newId } from '@/lib/platform/ids'
import { Prisma, type Transaction } from '@/lib/platform/server/db'
import { technologyKey } from '@/lib/technology/technology-key'

const TABLE = Prisma.sql`"Technology"`

/**
 * Makes technologies of the names that are none yet, in the transaction that stores them: one statement where all are
 * known. The first spelling names it; a name without letter and digit has no page.
 */
export async function makeTechnologies(transaction: Transaction, names: string[]): Promise<void> {
  if (names.length === 0) return
  const spellings = new Map([...names].reverse().map((name) => [technologyKey(name), name]))
  const keys = [...spellings.keys()]
  const known = await transaction.technologyAlias.findMany({ where: { key: { in: keys } }, select: { key: true } })
  const isKnown = new Set(known.map(({ key }) => key))
  // In order: of two saves that name the same new ones, one waits for the other and neither for both.
  for (const key of keys.filter((key) => !isKnown.has(key)).sort()) {
    const name = spellings.get(key) ?? ''
    const made = slugOf(name)
    if (made === '') continue
    const slug = await freeSlug(transaction, TABLE, made)
    await transaction.$executeRaw`
      WITH claimed AS (
        INSERT INTO "TechnologyAlias" ("key", "technologyId") VALUES (${key}, ${newId()})
        ON CONFLICT DO NOTHING RETURNING "technologyId"
      )
      INSERT INTO "Technology" ("id", "slug", "name") SELECT "technologyId", ${slug}, ${name} FROM claimed`
  }
}
