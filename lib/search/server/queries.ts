import { characterCount } from '@/lib/content/fields'
import { type ContentName, NOUNS } from '@/lib/content/kinds'
import { stemOf, typosAllowed } from '@/lib/content/words'
import { year as yearOf } from '@/lib/platform/format'
import { DEFAULT_TIME_ZONE, fromLocal } from '@/lib/platform/local-time'
import { db, Prisma } from '@/lib/platform/server/db'
import { IS_PUBLIC, LISTED_DATES } from '@/lib/publishing/server/visibility'
import { linkPath } from '@/lib/routes/public-paths'
import { type Extract, extractOf, type Matcher, matcherOf } from '@/lib/search/extract'
import type { FindQuery } from '@/lib/search/input'
import { FIND_LIMITS } from '@/lib/search/limits'
import type { Found } from '@/lib/search/schema'
import { getSettings } from '@/lib/site-settings/server/queries'
import type { Technology } from '@/lib/technology/schema'
import { keysOfTechnology } from '@/lib/technology/server/queries'
import {
  atLeast,
  isCode,
  meantOf,
  nearest,
  phraseOf,
  prefixQuery,
  splitLong,
  type Term,
  termsOf,
  wordQuery,
  writtenQuery,
} from './query'

type Hit = Found & { titleMarks: Extract['marks'] }
export type Finding = {
  /** At most `TOTAL_MAX`. */
  total: number
  results: Hit[]
  /** What was taken for a word nothing has. */
  replaced: Array<{ word: string; by: string[] }>
  /** Of a text with more words those that were looked for. */
  searched?: string[]
}

/** Of what has all words, that many are put in order; of more, some. */
const CANDIDATES = 500
/** Of what has fewer, as many for each number of words. */
const LESSER_CANDIDATES = 100
export const TOTAL_MAX = 1_000
/** Of words near a misspelt one. */
const NEAR_MAX = 4
const NEAR_TRIED = 12
/** Of words that share a half with it. */
const LISTED_MAX = 4_000
/** A longer text is no name or line of code that is looked for as a whole. */
const WHOLE_MAX_CHARACTERS = 100
const PHRASE_MAX_PARTS = 50
/** A word that so much has is frequent. */
const USES_MAX = 200
/** Extracts come from the beginning of a text this long. */
const EXTRACT_FROM_CHARACTERS = 50_000

/** Names for what has equally many words: one for what the title says, one for each number of words. */
const TIERS = [
  Prisma.sql`titled`,
  ...[
    Prisma.sql`all_words`,
    Prisma.sql`all_but_1`,
    Prisma.sql`all_but_2`,
    Prisma.sql`all_but_3`,
    Prisma.sql`all_but_4`,
    Prisma.sql`all_but_5`,
    Prisma.sql`all_but_6`,
    Prisma.sql`all_but_7`,
  ],
] as const satisfies [Prisma.Sql, ...Prisma.Sql[]]

type Filters = Pick<FindQuery, 'kind' | 'tech' | 'year'>

/**
 * What everybody may find, best first: what has more of the words, then the whole phrase, in the title before headings
 * before text. A word that nothing has is replaced by near ones. In pages of `limit` results, from 1.
 * A year is one of the time zone.
 */
export async function find(
  { q, limit, page, ...filters }: Omit<FindQuery, 'near'>,
  timeZone = DEFAULT_TIME_ZONE,
): Promise<Finding> {
  const written = termsOf(q)
  if (written.length === 0) return { total: 0, results: [], replaced: [] }
  const rarest = await rarestOf(written, characterCount(q) > WHOLE_MAX_CHARACTERS)
  const terms = rarest ?? written
  const groups = await groupsOf(terms)
  const queries = [...new Set(groups.map(({ query }) => query))].slice(0, FIND_LIMITS.WORDS)
  const any = queries.join(' | ')
  const isFindable = isVisible(filters, timeZone)
  const [HEAD, WORDS] = [Prisma.sql`entry."head"`, Prisma.sql`entry."words"`]
  // What has all words, all but one, …: the next only where those before do not fill the page.
  const [titled, ...names] = TIERS
  const tiers = [
    {
      name: titled,
      missing: 0,
      rows: candidates(HEAD, queries.join(' & '), isFindable, Prisma.sql`${CANDIDATES}::int`),
    },
  ]
  queries.forEach((_, missing) => {
    const before = sum(tiers.slice(1).map((tier) => Prisma.sql`(SELECT count(*) FROM ${tier.name})`))
    const most = Prisma.sql`CASE WHEN ${before} >= ${page * limit}::int THEN 0 ELSE ${missing === 0 ? CANDIDATES : LESSER_CANDIDATES}::int END`
    const rows = candidates(WORDS, atLeast(queries, queries.length - missing), isFindable, most)
    tiers.push({ name: names[missing] ?? titled, missing, rows })
  })
  const inHead = sum(queries.map((query) => Prisma.sql`(${HEAD} @@ ${query}::tsquery)::int`))
  const phrase = phraseOf(written.flatMap((term) => term.parts).slice(0, PHRASE_MAX_PARTS))
  const codes = rarest ? [] : q.split(/\s+/).filter(isCode)
  const rows = await db().$queryRaw<Row[]>`
    WITH ${Prisma.join(tiers.map(({ name, rows }) => Prisma.sql`${name} AS MATERIALIZED (${rows})`))},
    ranked AS (
      SELECT "id", row_number() OVER (
        ORDER BY candidates."missing",
          ${sum(codes.map((code) => Prisma.sql`(strpos(entry."text", ${code}) > 0)::int`))} DESC,
          (${HEAD} @@ ${phrase}::tsquery)::int DESC, (${WORDS} @@ ${phrase}::tsquery)::int DESC, ${inHead} DESC,
          ts_rank('{0.1, 0.3, 0.5, 1}', ${WORDS}, ${any}::tsquery, 1) DESC, "id" DESC
      ) AS "rank"
      FROM (SELECT "id", min("missing") AS "missing" FROM (
        ${Prisma.join(
          tiers.map(({ name, missing }) => Prisma.sql`SELECT "id", ${missing}::int AS "missing" FROM ${name}`),
          ' UNION ALL ',
        )}
      ) AS tiers GROUP BY "id") AS candidates JOIN "SearchEntry" AS entry USING ("id")
      ORDER BY "rank" LIMIT ${limit} OFFSET ${(page - 1) * limit}
    ), shown AS (
      SELECT "id", "slug", "title", "tech", ${LISTED_DATES.note} FROM "Note" WHERE ${IS_PUBLIC} AND "id" IN (SELECT "id" FROM ranked)
      UNION ALL
      SELECT "id", "slug", "title", "tech", ${LISTED_DATES.post} FROM "Post" WHERE ${IS_PUBLIC} AND "id" IN (SELECT "id" FROM ranked)
      UNION ALL
      SELECT "id", "slug", "title", '', ${LISTED_DATES.page} FROM "Page" WHERE ${IS_PUBLIC} AND "id" IN (SELECT "id" FROM ranked)
    )
    SELECT "id", "slug", CASE WHEN entry."noteId" IS NOT NULL THEN 'note' WHEN entry."postId" IS NOT NULL THEN 'post' ELSE 'page' END AS "kind", "title", "tech", "createdAt",
      left(entry."text", ${EXTRACT_FROM_CHARACTERS}) AS "text"
    FROM ranked JOIN "SearchEntry" AS entry USING ("id") JOIN shown USING ("id") ORDER BY "rank"`
  const isMatch = matcherOf(
    groups.flatMap((group) => group.words),
    groups.flatMap((group) => group.prefixes),
  )
  const paths = await pathsOf(rows)
  return {
    total: await count(any, isFindable),
    results: rows.map((row, index) => toHit(row, paths[index] ?? '', isMatch)),
    replaced: groups.flatMap(({ replaced }) => replaced ?? []),
    ...(rarest ? { searched: rarest.map((term) => term.written) } : {}),
  }
}

/**
 * Of more words than are looked for the rarest, in their order; null where all are. What nothing has may be misspelt, and
 * comes after what something has.
 */
async function rarestOf(terms: Term[], isLong: boolean): Promise<Term[] | null> {
  const read = meantOf(isLong ? splitLong(terms) : terms).slice(0, FIND_LIMITS.READ_WORDS)
  const meant = [...new Map(read.map((term) => [writtenQuery(term), term]))]
  if (meant.length <= FIND_LIMITS.WORDS && !isLong) return null
  const counts = await usesOf(meant.map(([query]) => query))
  const usesAt = (index: number) => counts[index] || Number.POSITIVE_INFINITY
  const order = [...meant.keys()].sort((a, b) => usesAt(a) - usesAt(b) || a - b)
  return order
    .slice(0, FIND_LIMITS.WORDS)
    .sort((a, b) => a - b)
    .flatMap((index) => meant[index]?.[1] ?? [])
}

/** How much that is public has what each query asks for, counted no further than `USES_MAX`. */
async function usesOf(queries: string[]): Promise<number[]> {
  const rows = await db().$queryRaw<Array<{ uses: number }>>`
    SELECT (
      SELECT count(*)::int FROM (
        SELECT FROM "SearchEntry" AS entry
        WHERE entry."words" @@ asked."query"::tsquery AND ${isVisible({}, DEFAULT_TIME_ZONE)} LIMIT ${USES_MAX}
      ) AS found
    ) AS "uses"
    FROM unnest(${queries}::text[]) WITH ORDINALITY AS asked("query", "place") ORDER BY "place"`
  return rows.map(({ uses }) => uses)
}

type Row = Linked & { title: string; tech: string; createdAt: Date; text: string }

function toHit({ id, kind, title, tech, createdAt, text }: Row, path: string, isMatch: Matcher): Hit {
  const { extract, marks } = extractOf(text, isMatch)
  return {
    kind: NOUNS[kind],
    _id: id,
    title,
    path,
    extract,
    marks,
    tech,
    createdAt: createdAt.toISOString(),
    titleMarks: extractOf(title, isMatch, Number.POSITIVE_INFINITY).marks,
  }
}

type Linked = { id: string; slug: string | null; kind: ContentName }

async function pathsOf(rows: Linked[]): Promise<string[]> {
  const settings = await getSettings()
  return rows.map(({ id, slug, kind }) => linkPath(kind, { _id: id, slug: slug ?? '' }, settings))
}

const sum = (terms: Prisma.Sql[]) =>
  terms.length === 0 ? Prisma.sql`1 * 0` : Prisma.sql`(${Prisma.join(terms, ' + ')})`

const candidates = (column: Prisma.Sql, query: string, isFindable: Prisma.Sql, most: Prisma.Sql) => Prisma.sql`
  SELECT entry."id" FROM "SearchEntry" AS entry WHERE ${column} @@ ${query}::tsquery AND ${isFindable} LIMIT ${most}`

async function count(query: string, isFindable: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<Array<{ total: number }>>`
    SELECT count(*)::int AS "total" FROM (
      SELECT FROM "SearchEntry" AS entry WHERE entry."words" @@ ${query}::tsquery AND ${isFindable} LIMIT ${TOTAL_MAX}
    ) AS found`
  return row?.total ?? 0
}

/** Entries of what is public at this moment: what is scheduled has one already, and dates may have changed since. */
function isVisible({ kind, tech, year }: Filters, timeZone: string): Prisma.Sql {
  const inYear =
    year === undefined
      ? Prisma.empty
      : Prisma.sql`AND "publishedAt" >= ${startOf(year, timeZone)}::timestamptz AND "publishedAt" < ${startOf(year + 1, timeZone)}::timestamptz`
  // Nearly every entry passes, and some hundred are looked for: PostgreSQL is kept from reading all rows for that first.
  const oneByOne = kind === undefined && year === undefined ? Prisma.sql`OFFSET 0` : Prisma.empty
  const note = Prisma.sql`EXISTS (SELECT FROM "Note" WHERE "Note"."id" = entry."noteId" AND ${IS_PUBLIC} ${inYear} ${oneByOne})`
  const post = Prisma.sql`EXISTS (SELECT FROM "Post" WHERE "Post"."id" = entry."postId" AND ${IS_PUBLIC} ${inYear} ${oneByOne})`
  const page = Prisma.sql`EXISTS (SELECT FROM "Page" WHERE "Page"."id" = entry."pageId" AND ${IS_PUBLIC} ${inYear} ${oneByOne})`
  const ofKind = kind === 'note' ? note : kind === 'project' ? post : Prisma.sql`(${note} OR ${post} OR ${page})`
  return tech ? Prisma.sql`${ofKind} AND entry."techs" && ${keysOfTechnology(tech)}` : ofKind
}

/** When a year begins; by UTC where a zone's clocks leave that moment out. */
function startOf(year: number, timeZone: string): Date {
  const [start = new Date(Date.UTC(year, 0))] = fromLocal(`${year}-01-01T00:00`, timeZone)
  return start
}

/** A part of the search: what a word of it, or several, may be found as. */
type Group = {
  query: string
  words: string[]
  prefixes: string[]
  replaced?: { word: string; by: string[] }
}

/** A word nothing has, with the other words it may be meant for. */
type Unknown = { word: string; isLast: boolean }

async function groupsOf(terms: Term[]): Promise<Group[]> {
  const meant = meantOf(terms)
  const isKnown = await areKnown(meant.map(writtenQuery))
  const groups: Group[] = []
  const unknown: Unknown[] = []
  meant.forEach((term, index) => {
    if (isKnown[index])
      groups.push({ query: writtenQuery(term), words: withStems([...term.parts, ...term.joined]), prefixes: [] })
    else
      for (const word of term.parts) unknown.push({ word, isLast: term === terms.at(-1) && word === term.parts.at(-1) })
  })
  return unknown.length === 0 ? groups : [...groups, ...(await nearGroups(unknown.slice(0, FIND_LIMITS.WORDS)))]
}

const withStems = (words: string[]) => words.flatMap((word) => [word, stemOf(word)])

async function nearGroups(unknown: Unknown[]): Promise<Group[]> {
  const near = await neighbours(unknown.map(({ word }) => word))
  const tries = unknown.map(({ word, isLast }) => ({
    word,
    written: wordQuery(word),
    // Somebody may still be typing it.
    prefix: isLast && word.length > 1 ? prefixQuery(word) : null,
    others: near.get(word) ?? [],
  }))
  const queries = tries.flatMap(({ written, prefix, others }) => [
    written,
    ...(prefix ? [prefix] : []),
    ...others.map(wordQuery),
  ])
  const asked = [...new Set(queries)]
  const found = await areKnown(asked)
  const isFound = new Map(asked.map((query, index) => [query, found[index] === true]))
  return tries.map(({ word, written, prefix, others }) => {
    const by = others.filter((near) => isFound.get(wordQuery(near))).slice(0, NEAR_MAX)
    const isBegun = prefix !== null && isFound.get(prefix) === true
    if (isFound.get(written) || (by.length === 0 && !isBegun)) {
      return { query: written, words: withStems([word]), prefixes: [] }
    }
    const either = [...(isBegun ? [prefix] : []), ...by.map(wordQuery)].join(' | ')
    return {
      query: `(${either})`,
      words: withStems(by),
      prefixes: isBegun ? [word] : [],
      ...(by.length > 0 && !isBegun ? { replaced: { word, by } } : {}),
    }
  })
}

/** Whether anything public has what each query asks for. Mostly one text has it all, which is seen soonest. */
async function areKnown(queries: string[]): Promise<boolean[]> {
  const isFindable = isVisible({}, DEFAULT_TIME_ZONE)
  const exists = (query: Prisma.Sql) => Prisma.sql`
    EXISTS (SELECT FROM "SearchEntry" AS entry WHERE entry."words" @@ ${query}::tsquery AND ${isFindable})`
  const rows = await db().$queryRaw<Array<{ isKnown: boolean }>>`
    SELECT ${exists(Prisma.sql`${queries.join(' & ')}`)} OR ${exists(Prisma.sql`asked."query"`)} AS "isKnown"
    FROM unnest(${queries}::text[]) WITH ORDINALITY AS asked("query", "place") ORDER BY "place"`
  return rows.map(({ isKnown }) => isKnown)
}

/** The beginning of a word, or of a reversed one, that a typo in its other half leaves as it is. */
const half = (word: string) => word.slice(0, Math.max(1, Math.floor((word.length - 1) / 2)))
const reverse = (word: string) => [...word].reverse().join('')

/** The nearest words of the list: one typo leaves either the first half of a word or the last. */
async function neighbours(words: string[], limitOf = typosAllowed): Promise<Map<string, string[]>> {
  const asked = [...new Set(words)].filter((word) => typosAllowed(word) > 0)
  if (asked.length === 0) return new Map()
  const starts = asked.map(half)
  const ends = asked.map((word) => half(reverse(word)))
  const listed = (letters: Prisma.Sql, half: Prisma.Sql) => Prisma.sql`(
    SELECT "word" FROM "SearchWord"
    WHERE ${letters} >= convert_to(${half}, 'UTF8') AND ${letters} < convert_to(${half}, 'UTF8') || '\\xff'::bytea
      AND length("word") BETWEEN length(asked."word") - 2 AND length(asked."word") + 2
    LIMIT ${LISTED_MAX})`
  const rows = await db().$queryRaw<Array<{ asked: string; words: string[] }>>`
    SELECT asked."word" AS "asked", ARRAY(
      ${listed(Prisma.sql`"forward"`, Prisma.sql`asked."start"`)}
      UNION
      ${listed(Prisma.sql`"backward"`, Prisma.sql`asked."end"`)}
    ) AS "words"
    FROM unnest(${asked}::text[], ${starts}::text[], ${ends}::text[]) AS asked("word", "start", "end")`
  return new Map(rows.map((row) => [row.asked, nearest(row.asked, row.words, limitOf(row.asked)).slice(0, NEAR_TRIED)]))
}

const NEAR_SHOWN = 5

/** What a search that finds nothing may have meant: what has words a little like its own; else what is newest. */
export async function findNear(text: string): Promise<Array<Pick<Found, 'title' | 'path'>>> {
  const words = termsOf(text).flatMap(({ parts }) => parts)
  const near = await neighbours(words.slice(0, FIND_LIMITS.WORDS), (word) => Math.floor(word.length / 2))
  const others = [...near.values()].flatMap((listed) => listed.slice(0, 2)).slice(0, FIND_LIMITS.WORDS)
  const { results } = await find({ q: others.join(' '), limit: NEAR_SHOWN, page: 1 })
  return results.length > 0 ? results : findNewest(NEAR_SHOWN)
}

/** What addresses are made of beside names. */
const NOT_NAMES = new Set(['note', 'post', 'posts', 'blog', 'index', 'html', 'php', 'tag', 'tags', 'projects'])

/** Of all that is public at most one in `RARE_SHARE` has a rare word, or `RARE_USES`. */
const RARE_SHARE = 10
const RARE_USES = 2

/** What has a rare word of the path of an address that leads nowhere, or nearly such a word. */
export async function findNamed(path: string, limit: number): Promise<Finding> {
  const parts = splitLong(termsOf(path.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' '))).filter(({ isStop }) => !isStop)
  const isName = (word: string) => word.length > 2 && !/^(?=.*\d)[\da-f]+$/.test(word) && !NOT_NAMES.has(word)
  const names = [...new Set(parts.flatMap((term) => term.parts).filter(isName))].slice(0, FIND_LIMITS.WORDS)
  const rare = await rareOf(names)
  const misspelt = await neighbours(names.filter((name) => rare.get(name) === undefined))
  const meant = await rareOf([...misspelt.values()].flatMap((others) => others.slice(0, NEAR_MAX)))
  const words = [...rare, ...meant].flatMap(([word, isRare]) => (isRare ? [word] : []))
  return find({ q: words.slice(0, FIND_LIMITS.WORDS).join(' '), limit, page: 1 })
}

/** Whether each word is rare; without those that nothing has. */
async function rareOf(words: string[]): Promise<Map<string, boolean>> {
  if (words.length === 0) return new Map()
  const uses = await usesOf(words.map(wordQuery))
  const [all] = await db().$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int AS "count" FROM (SELECT FROM "SearchEntry" LIMIT ${USES_MAX}) AS entries`
  const most = Math.max(RARE_USES, Math.floor((all?.count ?? 0) / RARE_SHARE))
  return new Map(words.flatMap((word, index) => (uses[index] ? [[word, uses[index] <= most] as const] : [])))
}

/** What became public last. */
export async function findNewest(count: number): Promise<Array<Pick<Found, 'kind' | 'title' | 'path'>>> {
  const rows = await db().$queryRaw<Array<Linked & { title: string }>>`
    SELECT * FROM (
      (SELECT "id", "slug", 'note' AS "kind", "title", "publishedAt" FROM "Note" WHERE ${IS_PUBLIC} ORDER BY "publishedAt" DESC LIMIT ${count})
      UNION ALL
      (SELECT "id", "slug", 'post', "title", "publishedAt" FROM "Post" WHERE ${IS_PUBLIC} ORDER BY "publishedAt" DESC LIMIT ${count})
    ) AS newest ORDER BY "publishedAt" DESC, "id" DESC LIMIT ${count}`
  const paths = await pathsOf(rows)
  return rows.map(({ kind, title }, index) => ({
    kind: NOUNS[kind],
    title,
    path: paths[index] ?? '',
  }))
}

type Choices = { technologies: Array<Pick<Technology, 'slug' | 'name' | 'keys'>>; years: number[] }

/** What a search may be narrowed by: years are those of the time zone. */
export async function findChoices(timeZone = DEFAULT_TIME_ZONE): Promise<Choices> {
  const [technologies, [dates]] = await Promise.all([
    db().$queryRaw<Choices['technologies']>`
      SELECT "slug", "name", ARRAY(SELECT "key" FROM "TechnologyAlias" WHERE "technologyId" = technology."id") AS "keys"
      FROM "Technology" AS technology WHERE EXISTS (
        SELECT FROM "TechnologyAlias" AS alias JOIN "SearchEntry" AS entry ON entry."techs" && ARRAY[alias."key"]
        WHERE alias."technologyId" = technology."id" AND ${isVisible({}, timeZone)}
      )`,
    db().$queryRaw<Array<{ first: Date | null; last: Date | null }>>`
      SELECT min("publishedAt") AS "first", max("publishedAt") AS "last"
      FROM (SELECT "publishedAt" FROM "Note" WHERE ${IS_PUBLIC} UNION ALL SELECT "publishedAt" FROM "Post" WHERE ${IS_PUBLIC}) AS content`,
  ])
  const yearIn = (date: Date) => Number(yearOf(date.toISOString(), timeZone))
  const first = dates?.first ? yearIn(dates.first) : 0
  const last = dates?.last ? yearIn(dates.last) : -1
  return {
    technologies: technologies.sort((a, b) => a.name.localeCompare(b.name, 'en')),
    years: Array.from({ length: last - first + 1 }, (_, index) => last - index),
  }
}
