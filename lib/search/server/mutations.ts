import { CONTENT_NAMES, type ContentName } from '@/lib/content/kinds'
import { splitTech } from '@/lib/platform/format'
import { db, type Transaction } from '@/lib/platform/server/db'
import { CONTENT_SQL } from '@/lib/publishing/server/visibility'
import { withoutEmptyHeadings } from '@/lib/rich-text/server/empty-headings'
import { searchableText } from '@/lib/rich-text/server/plain-text'
import { makeTechnologies } from '@/lib/technology/server/mutations'
import { technologyKey } from '@/lib/technology/technology-key'
import { type Field, field, INDEX_VERSION, listedWords, vectorOf } from './entry'

/** `techs` are names as they are written, `links` what the text links to. */
export type SearchEntry = Record<'head' | 'body', Field[]> &
  Record<'techs' | 'links', string[]> & { id: string; version: number; text: string }

/** Of one text; a list of links has no more, and a longer address is no page's. */
const LINKS_MAX = 300
const LINK_MAX_CHARACTERS = 2_000

const REFRESH_BATCH_ROWS = 20

/**
 * Writes what the search finds of notes or projects, in the transaction that has changed them and after the change. What
 * is a draft or in the trash is taken out.
 */
export async function indexContent(transaction: Transaction, kind: ContentName, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await writeEntries(transaction, kind, ids, await ENTRIES[kind](transaction, ids))
}

/**
 * As `indexContent`, from rows that are read already: one statement, more where it names a new technology.
 * @param entries of those that are or will be public
 */
export async function writeEntries(
  transaction: Transaction,
  kind: ContentName,
  ids: string[],
  entries: SearchEntry[],
): Promise<void> {
  const words = listedWords(entries.flatMap(({ head, body }) => [...head, ...body]))
  const gone = ids.filter((id) => !entries.some((entry) => entry.id === id))
  const { owner } = CONTENT_SQL[kind]
  const techs = entries.flatMap((entry) => entry.techs)
  const unknown = await transaction.$queryRaw<Array<{ key: string }>>`
    WITH gone AS (DELETE FROM "SearchEntry" WHERE "id" = ANY(${gone}::text[])),
      listed AS (
        INSERT INTO "SearchWord" ("word", "forward", "backward")
        SELECT "word", convert_to("word", 'UTF8'), convert_to(reverse("word"), 'UTF8') FROM unnest(${words}::text[]) AS asked("word")
        ON CONFLICT DO NOTHING
      ), written AS (
        INSERT INTO "SearchEntry" ("id", ${owner}, "rowVersion", "head", "words", "text", "techs", "links", "indexVersion")
        SELECT "id", "id", "version", "head"::tsvector, "words"::tsvector, "text",
          ARRAY(SELECT jsonb_array_elements_text("techs"::jsonb)),
          ARRAY(SELECT jsonb_array_elements_text("links"::jsonb)), ${INDEX_VERSION}::int
        FROM unnest(
          ${entries.map(({ id }) => id)}::text[], ${entries.map(({ version }) => version)}::int[],
          ${entries.map(({ head }) => vectorOf(head))}::text[],
          ${entries.map(({ head, body }) => vectorOf([...head, ...body]))}::text[],
          ${entries.map(({ text }) => text)}::text[], ${entries.map(({ techs }) => JSON.stringify(techs.map(technologyKey)))}::text[],
          ${entries.map(({ links }) => JSON.stringify(links))}::text[]
        ) AS made("id", "version", "head", "words", "text", "techs", "links")
        ON CONFLICT ("id") DO UPDATE SET ("rowVersion", "head", "words", "text", "techs", "links", "indexVersion") =
          (EXCLUDED."rowVersion", EXCLUDED."head", EXCLUDED."words", EXCLUDED."text", EXCLUDED."techs", EXCLUDED."links",
            EXCLUDED."indexVersion")
        -- The maintenance may have read a row before somebody saved it.
        WHERE "SearchEntry"."rowVersion" <= EXCLUDED."rowVersion"
      )
    SELECT "key" FROM unnest(${techs.map(technologyKey)}::text[]) AS named("key")
    WHERE NOT EXISTS (SELECT FROM "TechnologyAlias" WHERE "TechnologyAlias"."key" = named."key")`
  const missing = new Set(unknown.map(({ key }) => key))
  await makeTechnologies(
    transaction,
    techs.filter((name) => missing.has(technologyKey(name))),
  )
}

/** Of what is public or will be. */
const listed = (ids: string[]) => ({ id: { in: ids }, deletedAt: null, publishedAt: { not: null } })

const COLUMNS = { id: true, version: true, title: true, description: true, toc: true } as const
const POST_COLUMNS = {
  ...{ ...COLUMNS, tech: true, story: true, repo: true, link: true, role: true, forWhom: true, usedBy: true },
  images: { select: { alt: true, caption: true } },
} as const

const ENTRIES: Record<ContentName, (transaction: Transaction, ids: string[]) => Promise<SearchEntry[]>> = {
  async note(transaction, ids) {
    const select = { ...COLUMNS, about: true, tech: true } as const
    return (await transaction.note.findMany({ where: listed(ids), select })).map(noteEntry)
  },
  async page(transaction, ids) {
    return (await transaction.page.findMany({ where: listed(ids), select: COLUMNS })).map(pageEntry)
  },
  async post(transaction, ids) {
    return (await transaction.post.findMany({ where: listed(ids), select: POST_COLUMNS })).map(postEntry)
  },
}

/** What the search finds of a page. */
export const pageEntry = (row: Omit<Row, 'tech'> & { toc?: unknown }): SearchEntry =>
  noteEntry({ ...row, about: '', tech: '' })

type Row = { id: string; version: number; title: string; description: string; tech: string }

/** What the search finds of a note; `toc` as it is stored. */
export function noteEntry(row: Row & { about: string; toc?: unknown }): SearchEntry {
  const { id, version, title, about, description, toc, tech } = row
  const { text, addresses, links } = readText(description)
  return {
    ...{ id, version, links, techs: splitTech(tech) },
    head: headOf(title, tech),
    body: [field([about, ...headingsOf(toc)].join('\n'), 'C'), field([text, ...addresses].join('\n'), 'D')],
    text: [about, text].filter((part) => part !== '').join('\n'),
  }
}

const headingsOf = (toc: unknown = []) => (toc as Array<{ text: string }>).map((heading) => heading.text)

/** A text beyond the parser's limits is found by its title: it came past the sanitiser, by SQL or an old version. */
function readText(html: string, prepare = (text: string) => text): ReturnType<typeof searchableText> {
  try {
    const { links, ...read } = searchableText(prepare(html))
    const short = links.filter(({ length }) => length <= LINK_MAX_CHARACTERS)
    return { ...read, links: [...new Set(short)].slice(0, LINKS_MAX) }
  } catch {
    return { text: '', addresses: [], links: [] }
  }
}

type PostRow = Row &
  Record<'story' | 'repo' | 'link' | 'role' | 'forWhom' | 'usedBy', string> & {
    toc?: unknown
    images: Array<{ alt: string; caption: string }>
  }

/** What the search finds of a project. */
export function postEntry(row: PostRow): SearchEntry {
  const { id, version, title, description, story, toc, tech, repo, link, images, role, forWhom, usedBy } = row
  const { text, addresses, links } = readText(story, withoutEmptyHeadings)
  const captions = images.flatMap(({ alt, caption }) => [alt, caption])
  return {
    ...{ id, version, techs: splitTech(tech), links: [...new Set([repo, link, ...links])].filter(Boolean) },
    head: headOf(title, tech),
    body: [
      field(headingsOf(toc).join('\n'), 'C'),
      field([description, text, role, forWhom, usedBy, ...captions, repo, link, ...addresses].join('\n'), 'D'),
    ],
    text: [description, text].filter((part) => part !== '').join('\n'),
  }
}

const headOf = (title: string, tech: string): Field[] => [field(title, 'A'), field(tech, 'B')]

let refreshing: Promise<number> | undefined

/**
 * Makes the entries that are missing or old: of rows written past the saves (a migration, a restore, SQL), and all of
 * another version of the index. Returns how many; a second concurrent call joins the first. `signal` stops it after a
 * batch.
 */
export function refreshSearch(signal?: AbortSignal): Promise<number> {
  refreshing ??= refreshAll(signal).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshAll(signal: AbortSignal | undefined): Promise<number> {
  let refreshed = 0
  for (const kind of CONTENT_NAMES) {
    const { table, owner } = CONTENT_SQL[kind]
    for (let after = ''; !signal?.aborted; ) {
      const old = await db().$queryRaw<Array<{ id: string }>>`
        SELECT content."id" FROM ${table} AS content LEFT JOIN "SearchEntry" AS entry ON entry.${owner} = content."id"
        WHERE content."id" > ${after} AND CASE WHEN content."publishedAt" IS NULL OR content."deletedAt" IS NOT NULL
          THEN entry."id" IS NOT NULL
          ELSE entry."id" IS NULL OR (entry."rowVersion", entry."indexVersion") IS DISTINCT FROM (content."version", ${INDEX_VERSION}::int)
        END
        ORDER BY content."id" LIMIT ${REFRESH_BATCH_ROWS}`
      const last = old.at(-1)
      if (!last) break
      await db().$transaction((transaction) =>
        indexContent(
          transaction,
          kind,
          old.map(({ id }) => id),
        ),
      )
      refreshed += old.length
      after = last.id
    }
  }
  return refreshed
}
