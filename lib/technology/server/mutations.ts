import type { Admin } from '@/lib/access/actor'
import { freeSlug, withFreeSlug } from '@/lib/addresses/server/mutations'
import { isMadeOf, slugOf } from '@/lib/addresses/slug'
import { recordWrite } from '@/lib/audit/server/mutations'
import { AppError, fieldError } from '@/lib/http/errors'
import { splitTech } from '@/lib/platform/format'
import { newRowId } from '@/lib/platform/ids'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import type { MergeTechnologiesInput, UpdateTechnologyInput } from '@/lib/technology/input'
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
        INSERT INTO "TechnologyAlias" ("key", "technologyId") VALUES (${key}, ${newRowId()})
        ON CONFLICT DO NOTHING RETURNING "technologyId"
      )
      INSERT INTO "Technology" ("id", "slug", "name") SELECT "technologyId", ${slug}, ${name} FROM claimed`
  }
}

type Row = { id: string; slug: string; name: string; text: string }

async function lock(transaction: Transaction, slugs: string[]): Promise<Row[]> {
  return transaction.$queryRaw<Row[]>`
    SELECT "id", "slug", "name", "text" FROM "Technology"
    WHERE "slug" = ANY(${slugs}::text[]) ORDER BY "id" FOR UPDATE`
}

/** Keeps what led to a technology: names and ends of addresses it has or had. What leads elsewhere already stays so. */
async function keepNames(transaction: Transaction, technologyId: string, names: string[]): Promise<void> {
  const data = [...new Set(names.map(technologyKey))].map((key) => ({ key, technologyId }))
  await transaction.technologyAlias.createMany({ data, skipDuplicates: true })
}

const NOT_FOUND = 'Technology not found'

export type BroughtTechnology = { name: string; slug: string; text: string; aliases: string[] }

/**
 * Creates a technology from an archive; one that exists gets only what it lacks: a text, and names that lead nowhere yet.
 * @param also runs in the same transaction if the text was stored
 */
export function bringTechnology(
  { name, slug, text, aliases }: BroughtTechnology,
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
  const made = after.filter((one) => one.id[14] === '7' && id[14] === '7')
  if (made.length === 0) return
  const rows = { where: { tech: { not: '' } }, select: { tech: true } } as const
  const texts = [...(await transaction.note.findMany(rows)), ...(await transaction.post.findMany(rows))]
  const used = new Set(texts.flatMap(({ tech }) => splitTech(tech)).map(technologyKey))
  const unused = made.filter(({ aliases }) => aliases.every(({ key }) => !used.has(key)))
  await transaction.technology.deleteMany({ where: { id: { in: unused.map((one) => one.id) } } })
}

/**
 * Renames or describes a technology; omitted fields keep their value. What it was called leads to it.
 * @throws AppError "not-found", or "unprocessable" for a name that is another's, or has no letter and no digit
 */
export function updateTechnology(admin: Admin, slug: string, input: UpdateTechnologyInput) {
  return withFreeSlug(async (transaction) => {
    const [before] = await lock(transaction, [slug])
    if (!before) throw new AppError('not-found', NOT_FOUND)
    const { id, ...row } = before
    const { name = row.name, text = row.text } = input
    const changed = [...(name === row.name ? [] : ['name']), ...(text === row.text ? [] : ['text'])]
    const data = { slug: row.slug, name, text }
    if (name !== row.name) {
      const made = slugOf(name)
      if (made === '') throw fieldError('name', 'A name has a letter or a digit.')
      const key = technologyKey(name)
      const other = await transaction.technologyAlias.findUnique({ where: { key }, select: { technologyId: true } })
      if (other && other.technologyId !== id) {
        throw fieldError('name', 'Another technology is or was called so: merge the two instead.')
      }
      if (!isMadeOf(row.slug, name)) data.slug = await freeSlug(transaction, TABLE, made)
      await keepNames(transaction, id, [name, row.name, row.slug])
    }
    if (changed.length > 0) await transaction.technology.update({ where: { id }, data, select: { id: true } })
    await recordWrite(transaction, admin, {
      action: 'technology.update',
      subjects: [{ id, name }],
      detail: changed.join(', '),
    })
    return data
  })
}

/**
 * Makes several technologies one, under the name of `into`; what the owner says of each comes below each other. Returns how
 * many are no more. What is none, or is merged already, counts as nothing.
 * @throws AppError "not-found" when there is none to merge them into
 */
export function mergeTechnologies(admin: Admin, { slugs, into }: MergeTechnologiesInput) {
  return db().$transaction(async (transaction) => {
    const rows = await lock(transaction, [...slugs, into])
    const kept = rows.find(({ slug }) => slug === into)
    if (!kept) throw new AppError('not-found', NOT_FOUND)
    const merged = rows.filter(({ slug }) => slug !== into)
    const ids = merged.map(({ id }) => id)
    if (merged.length > 0) {
      await transaction.technologyAlias.updateMany({
        where: { technologyId: { in: ids } },
        data: { technologyId: kept.id },
      })
      await keepNames(
        transaction,
        kept.id,
        merged.flatMap(({ name, slug }) => [name, slug]),
      )
      await transaction.technology.deleteMany({ where: { id: { in: ids } } })
      const text = [kept, ...merged].flatMap((row) => row.text || []).join('\n\n')
      await transaction.technology.update({ where: { id: kept.id }, data: { text }, select: { id: true } })
    }
    await recordWrite(transaction, admin, {
      action: 'technology.merge',
      subjects: [kept, ...merged].map(({ id, name }) => ({ id, name })),
    })
    return { name: kept.name, count: merged.length }
  })
}
