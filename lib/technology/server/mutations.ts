import { freeSlug, withFreeSlug } from '@/lib/addresses/server/mutations'
import { slugOf } from '@/lib/addresses/slug'
import { splitTech } from '@/lib/platform/format'
import { newRowId } from '@/lib/platform/ids'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import { technologyKey } from '@/lib/technology/technology-key'

/** Where their slugs are unique. */
export const TABLE = Prisma.sql`"Technology"`

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
        INSERT INTO "TechnologyAlias" ("key", "technologyId") VALUES (${key}, ${newRowId()})
        ON CONFLICT DO NOTHING RETURNING "technologyId"
      )
      INSERT INTO "Technology" ("id", "slug", "name") SELECT "technologyId", ${slug}, ${name} FROM claimed`
  }
}

type Row = { id: string; slug: string; name: string; text: string }

export async function lockTechnologies(transaction: Transaction, slugs: string[]): Promise<Row[]> {
  return transaction.$queryRaw<Row[]>`
    SELECT "id", "slug", "name", "text" FROM "Technology"
    WHERE "slug" = ANY(${slugs}::text[]) ORDER BY "id" FOR UPDATE`
}

/** Keeps what led to a technology: names and ends of addresses it has or had. What leads elsewhere already stays so. */
export async function keepNames(transaction: Transaction, technologyId: string, names: string[]): Promise<void> {
  const data = [...new Set(names.map(technologyKey))].map((key) => ({ key, technologyId }))
  await transaction.technologyAlias.createMany({ data, skipDuplicates: true })
}

export type ImportedTechnology = { name: string; slug: string; text: string; aliases: string[] }

/**
 * Creates a technology from an archive; one that exists gets only what it lacks: a text, and names that lead nowhere yet.
 * @param also runs in the same transaction if the text was stored
 */
export function importTechnology(
  { name, slug, text, aliases }: ImportedTechnology,
  also: (transaction: Transaction, id: string) => Promise<void>,
): Promise<void> {
  return withFreeSlug(async (transaction) => {
    const select = { technology: { select: { id: true, text: true } } } as const
    const known = await transaction.technologyAlias.findUnique({ where: { key: technologyKey(name) }, select })
    const id = known?.technology.id ?? newRowId()
    const isTextNew = text !== '' && !known?.technology.text
    if (!known) {
      const made = slugOf(slug) === slug ? slug : slugOf(name)
      await transaction.technology.create({
        data: { id, slug: await freeSlug(transaction, TABLE, made), name, text },
        select: { id: true },
      })
    } else if (isTextNew) await transaction.technology.update({ where: { id }, data: { text }, select: { id: true } })
    await keepNames(transaction, id, [name, ...aliases])
    if (isTextNew) await also(transaction, id)
  })
}

/** Removes a technology's text; false if the text has another SHA-256 by now. */
export async function removeTechnologyText(id: string, hash: string): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE "Technology" SET "text" = '' WHERE "id" = ${id} AND encode(sha256(convert_to("text", 'UTF8')), 'hex') = ${hash}`
  return count > 0
}

/**
 * Removes technologies that came after a row, that nobody has described, and that no note or project names.
 * @param id of that row: like theirs it grows with time
 */
export async function removeUnusedTechnologies(transaction: Transaction, id: string): Promise<void> {
  const after = await transaction.technology.findMany({
    where: { id: { gt: id }, text: '' },
    select: { id: true, aliases: { select: { key: true } } },
  })
  // What is older may have an id that tells no time.
  const made = after.filter((technology) => technology.id[14] === '7' && id[14] === '7')
  if (made.length === 0) return
  const rows = { where: { tech: { not: '' } }, select: { tech: true } } as const
  const texts = [...(await transaction.note.findMany(rows)), ...(await transaction.post.findMany(rows))]
  const used = new Set(texts.flatMap(({ tech }) => splitTech(tech)).map(technologyKey))
  const unused = made.filter(({ aliases }) => aliases.every(({ key }) => !used.has(key)))
  await transaction.technology.deleteMany({ where: { id: { in: unused.map((technology) => technology.id) } } })
}
