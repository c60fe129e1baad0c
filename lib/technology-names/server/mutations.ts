import type { Admin } from '@/lib/access/actor'
import { freeSlug, withFreeSlug } from '@/lib/addresses/server/mutations'
import { isMadeOf, slugOf } from '@/lib/addresses/slug'
import { recordWrite } from '@/lib/audit/server/mutations'
import { rewriteTech } from '@/lib/content-kind/server/mutations'
import { AppError, fieldError } from '@/lib/http/errors'
import { techItems } from '@/lib/platform/format'
import { db, type Transaction } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'
import type { MergeTechnologiesInput, UpdateTechnologyInput } from '@/lib/technology/input'
import { keepNames, lockTechnologies, TABLE } from '@/lib/technology/server/mutations'
import { technologyKey } from '@/lib/technology/technology-key'
import { rewriteCopiedTech } from '@/lib/working-copy/server/mutations'

const NOT_FOUND = 'Technology not found'

/** All that is made with a technology is written in one transaction. */
const limit = () => ({ timeout: deadline('allTexts') })

/**
 * Renames or describes a technology; omitted fields keep their value. What it was called leads to it, and what is made
 * with it says the new name.
 * @throws AppError "not-found", or "unprocessable" for a name that is another's, or has no letter and no digit
 */
export function updateTechnology(admin: Admin, slug: string, input: UpdateTechnologyInput) {
  return withFreeSlug(async (transaction) => {
    const [before] = await lockTechnologies(transaction, [slug])
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
      await renameInContent(transaction, await keysOf(transaction, [id]), name)
    }
    if (changed.length > 0) await transaction.technology.update({ where: { id }, data, select: { id: true } })
    await recordWrite(transaction, admin, {
      action: 'technology.update',
      subjects: [{ id, name }],
      detail: changed.join(', '),
    })
    return data
  }, limit())
}

/**
 * Makes several technologies one, under the name of `into`; what the owner says of each comes below each other. Returns how
 * many are no more. What is none, or is merged already, counts as nothing.
 * @throws AppError "not-found" when there is none to merge them into
 */
export function mergeTechnologies(admin: Admin, { slugs, into }: MergeTechnologiesInput) {
  return db().$transaction(async (transaction) => {
    const rows = await lockTechnologies(transaction, [...slugs, into])
    const retained = rows.find(({ slug }) => slug === into)
    if (!retained) throw new AppError('not-found', NOT_FOUND)
    const merged = rows.filter(({ slug }) => slug !== into)
    const ids = merged.map(({ id }) => id)
    if (merged.length > 0) {
      const keys = await keysOf(transaction, ids)
      await transaction.technologyAlias.updateMany({
        where: { technologyId: { in: ids } },
        data: { technologyId: retained.id },
      })
      await keepNames(
        transaction,
        retained.id,
        merged.flatMap(({ name, slug }) => [name, slug]),
      )
      await transaction.technology.deleteMany({ where: { id: { in: ids } } })
      const text = [retained, ...merged].flatMap((row) => row.text || []).join('\n\n')
      await transaction.technology.update({ where: { id: retained.id }, data: { text }, select: { id: true } })
      await renameInContent(transaction, keys, retained.name)
    }
    await recordWrite(transaction, admin, {
      action: 'technology.merge',
      subjects: [retained, ...merged].map(({ id, name }) => ({ id, name })),
    })
    return { name: retained.name, count: merged.length }
  }, limit())
}

/** What technologies are and were called, folded. */
async function keysOf(transaction: Transaction, ids: string[]): Promise<Set<string>> {
  const aliases = await transaction.technologyAlias.findMany({
    where: { technologyId: { in: ids } },
    select: { key: true },
  })
  return new Set(aliases.map(({ key }) => key))
}

/** Writes `name` for every spelling with one of these keys, also in drafts, in the trash and in what is not published yet. */
async function renameInContent(transaction: Transaction, keys: Set<string>, name: string): Promise<void> {
  const rename = (tech: string) => {
    const names = techItems(tech)
    if (!names.some((spelling) => keys.has(technologyKey(spelling)))) return tech
    return [...new Set(names.map((spelling) => (keys.has(technologyKey(spelling)) ? name : spelling)))].join(', ')
  }
  await rewriteTech(transaction, 'note', rename)
  await rewriteTech(transaction, 'post', rename)
  await rewriteCopiedTech(transaction, rename)
}
