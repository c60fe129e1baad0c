import type { Admin } from '@/lib/access/actor'
import { monthsOfSpans } from '@/lib/content/partial-date'
import { splitTech, techItems } from '@/lib/platform/format'
import { db, Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import { IS_PUBLIC } from '@/lib/publishing/server/visibility'
import { paths } from '@/lib/routes/paths'
import type { TablePage, TableState } from '@/lib/table/table-state'
import type { TechLink, Technology, TechnologyRow } from '@/lib/technology/schema'
import { technologyKey } from '@/lib/technology/technology-key'
import { workWith } from '@/lib/texts/constants'

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
  return counted.sort((a, b) => b.uses - a.uses || a.name.localeCompare(b.name, 'en')).map(({ name }) => name)
}

/** The technologies that these keys lead to, with what is said of them. */
export async function technologiesByKey(keys: string[]): Promise<Map<string, { id: string; text: string }>> {
  const rows = await db().technologyAlias.findMany({
    where: { key: { in: keys } },
    select: { key: true, technology: { select: { id: true, text: true } } },
  })
  return new Map(rows.map(({ key, technology }) => [key, technology]))
}

/** What the technologies are called that these keys lead to. */
export async function namesByKey(keys: string[]): Promise<Map<string, string>> {
  const rows = await db().technologyAlias.findMany({
    where: { key: { in: keys } },
    select: { key: true, technology: { select: { name: true } } },
  })
  return new Map(rows.map(({ key, technology }) => [key, technology.name]))
}

/** What each technology is named by, in SQL: rows of what is public. */
const PUBLIC_USES = Prisma.sql`
  SELECT DISTINCT alias."technologyId", content."id", content."isNote", content."publishedAt", content."span"
  FROM (
    SELECT "id", true AS "isNote", "publishedAt", '/' AS "span" FROM "Note" WHERE ${IS_PUBLIC}
    UNION ALL SELECT "id", false, "publishedAt", "started" || '/' || "ended" FROM "Post" WHERE ${IS_PUBLIC}
  ) AS content
  JOIN "SearchEntry" AS entry USING ("id")
  CROSS JOIN unnest(entry."techs") AS named("key")
  JOIN "TechnologyAlias" AS alias ON alias."key" = named."key"`

/** Those of the condition that anything public names, most used first. */
async function readTechnologies(condition = Prisma.sql`true`): Promise<Technology[]> {
  const rows = await db().$queryRaw<Array<Technology & { spans: string[] }>>`
    WITH uses AS (${PUBLIC_USES})
    SELECT technology."slug", technology."name", technology."text",
      (count(*) FILTER (WHERE NOT uses."isNote"))::int AS "posts", (count(*) FILTER (WHERE uses."isNote"))::int AS "notes",
      min(uses."publishedAt") AS "first", max(uses."publishedAt") AS "last",
      array_agg(DISTINCT uses."span") AS "spans",
      ARRAY(SELECT "key" FROM "TechnologyAlias" WHERE "technologyId" = technology."id" ORDER BY "key") AS "keys"
    FROM "Technology" AS technology JOIN uses ON uses."technologyId" = technology."id"
    WHERE ${condition} GROUP BY technology."id"
    ORDER BY count(*) DESC, lower(technology."name"), technology."slug"`
  const today = new Date().toISOString().slice(0, 7)
  return rows.map(({ spans, ...technology }) => {
    const dated = spans.filter((span) => span !== '/').map((span) => span.split('/'))
    const months = monthsOfSpans(
      dated.map(([started = '', ended = '']) => ({ started, ended })),
      today,
    )
    return { ...technology, months }
  })
}

/** The technologies that anything public names, most used first. */
export const listTechnologies = () => readTechnologies()

/** Longer ones are no name. */
const NAME_MAX_CHARACTERS = 500

/**
 * The technology of an address: of this slug, else one that is or was called so. Null when there is none that anything
 * public names.
 */
export async function findTechnology(text: string): Promise<Technology | null> {
  if (text.includes('\u0000') || text.length > NAME_MAX_CHARACTERS) return null
  const select = { id: true } as const
  const requested =
    (await db().technology.findUnique({ where: { slug: text }, select })) ??
    (await db().technology.findFirst({ where: { aliases: { some: { key: technologyKey(text) } } }, select }))
  if (!requested) return null
  const [technology] = await readTechnologies(Prisma.sql`technology."id" = ${requested.id}`)
  return technology ?? null
}

/** Notes and projects with one of these keys, as a condition for Prisma. */
export const madeWith = (keys: string[]) => ({ searchEntry: { techs: { hasSome: keys } } })

/** Where the names of a comma-separated text lead: to the page of their technology, and those that have none to the search. */
export async function techLinks(tech: string): Promise<TechLink[]> {
  const names = splitTech(tech)
  const slugs = await slugsOf(names)
  return names.map((name) => {
    const slug = slugs.get(technologyKey(name))
    return slug === undefined
      ? { name, path: paths.searchPosts(name), label: `Projects made with ${name}` }
      : { name, path: paths.technology(slug), label: workWith(name) }
  })
}

async function slugsOf(names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db().technologyAlias.findMany({
    where: { key: { in: names.map(technologyKey) } },
    select: { key: true, technology: { select: { slug: true } } },
  })
  return new Map(rows.map(({ key, technology }) => [key, technology.slug]))
}

/** Of names that are technologies public projects are made with: the page of each, and how many projects it has. */
export async function projectsOfNames(names: string[]): Promise<Map<string, { path: string; hits: number }>> {
  if (names.length === 0) return new Map()
  const keys = names.map(technologyKey)
  const known = await readTechnologies(
    Prisma.sql`technology."id" IN (SELECT "technologyId" FROM "TechnologyAlias" WHERE "key" = ANY(${keys}::text[]))`,
  )
  return new Map(
    names.flatMap((name) => {
      const technology = known.find((candidate) => candidate.keys.includes(technologyKey(name)))
      return technology && technology.posts > 0
        ? [[name, { path: paths.technology(technology.slug), hits: technology.posts }]]
        : []
    }),
  )
}

const BY_NAME = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Those that a note or project names which is not in the trash. */
async function idsInUse(): Promise<Set<string>> {
  const drafts = { where: { deletedAt: null, publishedAt: null, tech: { not: '' } }, select: { tech: true } } as const
  const texts = (await Promise.all([db().note.findMany(drafts), db().post.findMany(drafts)])).flat()
  const keys = texts.flatMap(({ tech }) => splitTech(tech)).map(technologyKey)
  const rows = await db().$queryRaw<Array<{ id: string }>>`
    SELECT DISTINCT alias."technologyId" AS "id" FROM "TechnologyAlias" AS alias
    JOIN (SELECT unnest("techs") AS "key" FROM "SearchEntry" UNION SELECT unnest(${keys}::text[])) AS named USING ("key")`
  return new Set(rows.map(({ id }) => id))
}

/** A page of the admin's table, by name. What only the trash names is not listed, unless the owner has described it. */
export async function tableTechnologies(_admin: Admin, state: TableState): Promise<TablePage<TechnologyRow>> {
  if (state.filter.includes('\u0000')) return { rows: [], total: 0 }
  const contains = { contains: escapeLike(state.filter), mode: 'insensitive' } as const
  const where = state.filter === '' ? {} : { OR: [{ name: contains }, { text: contains }] }
  const [all, inUse] = await Promise.all([
    db().technology.findMany({ where, select: { id: true, name: true, text: true } }),
    idsInUse(),
  ])
  const names = all.filter(({ id, text }) => text !== '' || inUse.has(id))
  // As a person sorts: the database has all capitals before the first small letter.
  names.sort((a, b) => BY_NAME.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  if (state.direction === 'desc') names.reverse()
  const ids = names
    .slice((state.page - 1) * state.size)
    .slice(0, state.size)
    .map(({ id }) => id)
  const found = await db().technology.findMany({ where: { id: { in: ids } } })
  const rows = ids.flatMap((id) => found.find((row) => row.id === id) ?? [])
  const used = ids.length === 0 ? [] : await readTechnologies(Prisma.sql`technology."id" = ANY(${ids}::text[])`)
  return {
    rows: rows.map(({ slug, name, text }) => {
      const { posts = 0, notes = 0 } = used.find((technology) => technology.slug === slug) ?? {}
      return { _id: slug, name, text, posts, notes }
    }),
    total: names.length,
  }
}
