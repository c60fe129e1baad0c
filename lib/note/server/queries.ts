import type { Admin } from '@/lib/access/actor'
import type { PreviewPass } from '@/lib/access/preview-pass'
import { CHOSEN_NOTES_MAX } from '@/lib/content/contract-limits'
import { type ContentKind, previewRow, publicRowAt } from '@/lib/content-kind/server/queries'
import { readRichText } from '@/lib/content-kind/server/rich-text'
import type { Backdrop } from '@/lib/media/backdrop'
import { withPictures } from '@/lib/media/server/queries'
import { relatedPaths } from '@/lib/note/related'
import type { AdminNote, Note, NoteTableRow } from '@/lib/note/schema'
import { db, Prisma } from '@/lib/platform/server/db'
import {
  changedAt,
  IS_PUBLIC,
  NEWEST_FIRST,
  postedAt,
  publicNow,
  publishingState,
} from '@/lib/publishing/server/visibility'
import { readingMinutes } from '@/lib/rich-text/reading-time'
import type { SafeHtml, TocEntry } from '@/lib/rich-text/safe-html'
import { linkPath } from '@/lib/routes/public-paths'
import type { Settings } from '@/lib/site-settings/schema'
import { getSettings } from '@/lib/site-settings/server/queries'
import type { TechLink } from '@/lib/technology/schema'
import { techLinks } from '@/lib/technology/server/queries'
import { LIST_PAGE_SIZE, RELATED_NOTES } from '@/lib/texts/constants'

export const NOTE_COLUMNS = {
  ...{ id: true, slug: true, title: true, about: true, tech: true, series: true, related: true },
  ...{ description: true, descriptionStamp: true, wordCount: true },
  ...{ createdAt: true, updatedAt: true, publishedAt: true, keptDate: true, revisedAt: true, version: true },
} satisfies Prisma.NoteSelect

const PAGE_COLUMNS = { ...NOTE_COLUMNS, rendered: true, toc: true } satisfies Prisma.NoteSelect
const CARD_COLUMNS = {
  id: true,
  slug: true,
  title: true,
  about: true,
  createdAt: true,
  publishedAt: true,
} satisfies Prisma.NoteSelect
const LIST_COLUMNS = { ...CARD_COLUMNS, tech: true, wordCount: true } satisfies Prisma.NoteSelect

type CardRow = Prisma.NoteGetPayload<{ select: typeof CARD_COLUMNS }>
type PageRow = Prisma.NoteGetPayload<{ select: typeof PAGE_COLUMNS }>
export type NoteRow = Prisma.NoteGetPayload<{ select: typeof NOTE_COLUMNS }>

async function toNote(row: NoteRow): Promise<Note & { description: SafeHtml }> {
  const { html } = await readRichText(row, 'description')
  return {
    _id: row.id,
    slug: row.slug ?? '',
    title: row.title,
    about: row.about,
    description: html,
    tech: row.tech,
    series: row.series,
    createdAt: postedAt(row).toISOString(),
    version: row.version,
  }
}

/** A row as the API answers it to admins. `now` is the database's. */
async function toAdminNote(row: NoteRow, now: Date): Promise<AdminNote> {
  return { ...(await toNote(row)), related: row.related, ...publishingState(row, now) }
}

export const NOTES: ContentKind<NoteRow, Note & { description: SafeHtml }, AdminNote, NoteTableRow> = {
  name: 'note',
  columns: NOTE_COLUMNS,
  tableColumns: {},
  toPublic: toNote,
  toAdmin: toAdminNote,
}

/** A note as lists show it; `path` is where they lead. */
export type NoteCard = { _id: string; slug: string; path: string; title: string; about: string; createdAt: string }

function toCard(row: CardRow, settings: Pick<Settings, 'addresses'>): NoteCard {
  const address = { _id: row.id, slug: row.slug ?? '' }
  const path = linkPath('note', address, settings)
  return { ...address, path, title: row.title, about: row.about, createdAt: postedAt(row).toISOString() }
}

/** The same with its technologies, and how long it takes to read. */
type ListedNote = NoteCard & { tech: string; minutes: number }
type ListedRow = Prisma.NoteGetPayload<{ select: typeof LIST_COLUMNS }>

function toListed(row: ListedRow, settings: Pick<Settings, 'addresses'>): ListedNote {
  return { ...toCard(row, settings), tech: row.tech, minutes: readingMinutes(row.wordCount) }
}

/** The newest notes; those of a condition. */
export async function listRecentNotes(count: number, condition: Prisma.NoteWhereInput = {}): Promise<ListedNote[]> {
  const where = { ...(await publicNow()), ...condition }
  const rows = await db().note.findMany({ where, orderBy: NEWEST_FIRST, take: count, select: LIST_COLUMNS })
  const settings = await getSettings()
  return rows.map((row) => toListed(row, settings))
}

export type NotesPage = { notes: ListedNote[]; total: number; page: number; pageCount: number }

/** One page of the blog, newest first. `page` counts from 1; beyond the last one it holds no notes. */
export async function pageNotes({ page = 1 }: { page?: number }): Promise<NotesPage> {
  const where = await publicNow()
  const [settings, total, rows] = await Promise.all([
    getSettings(),
    db().note.count({ where }),
    db().note.findMany({
      where,
      orderBy: NEWEST_FIRST,
      skip: (page - 1) * LIST_PAGE_SIZE,
      take: LIST_PAGE_SIZE,
      select: LIST_COLUMNS,
    }),
  ])
  const notes = rows.map((row) => toListed(row, settings))
  return { notes, total, page, pageCount: Math.max(1, Math.ceil(total / LIST_PAGE_SIZE)) }
}

/** A note with everything its page shows. `previous` is the next older note, `next` the next newer one. */
export type NotePage = {
  note: NoteCard & { updatedAt: string; version: number }
  rendered: SafeHtml
  backdrops: Backdrop[]
  toc: TocEntry[]
  wordCount: number
  technologies: TechLink[]
  previous: NoteCard | null
  next: NoteCard | null
  related: NoteCard[]
  series: NoteSeries | null
}

/** The public parts of a series in their order, with the index `at` of the note itself; null for one that is alone. */
export type NoteSeries = { name: string; parts: NoteCard[]; at: number }

/** A public note, by its id or its slug, with its neighbours and related notes; null when there is none. */
export async function getNotePage(address: string): Promise<NotePage | null> {
  const row = await publicRowAt<PageRow>('note', address, PAGE_COLUMNS)
  // What is public has a date.
  return row?.publishedAt ? toNotePage({ ...row, publishedAt: row.publishedAt }) : null
}

/**
 * The page of a note that need not be public, as it will be when it is; null when it is in the trash. A draft has the date
 * it would have now.
 * @param written what its form holds, for admins, who see it in the trash too
 */
export async function previewNotePage(
  pass: PreviewPass & { kind: 'note' },
  written?: Partial<Pick<NoteRow, 'title' | 'about' | 'tech' | 'series' | 'related' | 'description'>>,
): Promise<{ shown: NotePage; isPublic: boolean } | null> {
  const found = await previewRow<PageRow>(pass, PAGE_COLUMNS, written)
  if (!found) return null
  const { row, now, isPublic } = found
  return { shown: await toNotePage({ ...row, publishedAt: row.publishedAt ?? now }), isPublic }
}

type PublicPageRow = PageRow & { publishedAt: Date }

async function toNotePage(row: PublicPageRow): Promise<NotePage> {
  const [text, others, settings, technologies] = await Promise.all([
    readRichText(row, 'description'),
    readOthers(row),
    getSettings(),
    techLinks(row.tech),
  ])
  const { html, backdrops } = await withPictures(text.rendered)
  const cardsOf = (role: OtherNote['role']) =>
    others.filter((note) => note.role === role).map((note) => toCard(note, settings))
  const parts = cardsOf('part')
  return {
    note: { ...toCard(row, settings), updatedAt: changedAt(row).toISOString(), version: row.version },
    rendered: html,
    backdrops,
    toc: text.toc,
    wordCount: text.wordCount,
    technologies,
    previous: cardsOf('previous')[0] ?? null,
    next: cardsOf('next')[0] ?? null,
    related: cardsOf('related'),
    series: parts.length < 2 ? null : { name: row.series, parts, at: parts.findIndex(({ _id }) => _id === row.id) },
  }
}

/** The series of all notes, drafts' too, newest first: what the form suggests. */
export async function listSeries(_admin: Admin): Promise<string[]> {
  const rows = await db().$queryRaw<Array<{ series: string }>>`
    SELECT (array_agg("series"::text ORDER BY "id" DESC))[1] AS "series" FROM "Note"
    WHERE "series" <> '' AND "deletedAt" IS NULL GROUP BY "Note"."series" ORDER BY max("id") DESC`
  return rows.map(({ series }) => series)
}

type OtherNote = CardRow & { role: 'previous' | 'next' | 'part' | 'related' }

const CARD = Prisma.sql`"id", "slug", "title", "about", "createdAt", "publishedAt"`

/** The note at the path `chosen."path"`: by its slug or id, else by an address it had. */
const CHOSEN = Prisma.sql`("slug" = substr(chosen."path", 7) OR "id" = substr(chosen."path", 7)
  OR "id" = (SELECT "noteId" FROM "Redirect" WHERE "source" = chosen."path"))`
const CHOSEN_FIRST = Prisma.sql`ORDER BY "slug" = substr(chosen."path", 7) DESC NULLS LAST LIMIT 1`

/** The notes of a field `related`, drafts and trashed ones too; `id` is null for what is not there. */
export function chosenNotes(related: string): Promise<Array<{ path: string; id: string | null; isPublic: boolean }>> {
  return db().$queryRaw`
    SELECT chosen."path", found.* FROM unnest(${relatedPaths(related)}::text[]) WITH ORDINALITY AS chosen("path", "place")
    LEFT JOIN LATERAL (
      SELECT "id", ${IS_PUBLIC} AS "isPublic" FROM "Note" WHERE ${CHOSEN} ${CHOSEN_FIRST}
    ) AS found ON true ORDER BY "place"`
}

/**
 * What a note's page shows of other notes, all of them public: its neighbours, the parts of its series with itself, those
 * chosen for it, and where they are few, of the others among the newest hundreds those whose title and summary share the
 * most trigrams with its own. A draft is where it would be if it were published now.
 */
function readOthers({ id, series, related }: Pick<NoteRow, 'id' | 'series' | 'related'>): Promise<OtherNote[]> {
  return db().$queryRaw<OtherNote[]>`
    WITH own AS (
      SELECT "id", "title" || ' ' || "about" AS "words", coalesce("publishedAt", now()) AS "publishedAt"
      FROM "Note" WHERE "id" = ${id}
    ), neighbours AS (
      SELECT 'previous' AS "role", 1 AS "place", previous.* FROM own, LATERAL (
        SELECT ${CARD} FROM "Note" WHERE ${IS_PUBLIC} AND ("publishedAt", "id") < (own."publishedAt", own."id")
        ORDER BY "publishedAt" DESC, "id" DESC LIMIT 1
      ) AS previous
      UNION ALL
      SELECT 'next', 1, next.* FROM own, LATERAL (
        SELECT ${CARD} FROM "Note" WHERE ${IS_PUBLIC} AND ("publishedAt", "id") > (own."publishedAt", own."id")
        ORDER BY "publishedAt", "id" LIMIT 1
      ) AS next
    ), parts AS (
      SELECT 'part', (row_number() OVER (ORDER BY coalesce("publishedAt", now()), "id"))::int, ${CARD} FROM "Note"
      WHERE ${series} <> '' AND ("id" = ${id} OR (${IS_PUBLIC} AND "series" = ${series}::citext))
    ), chosen AS (
      SELECT 'related', min("place")::int, ${CARD}
      FROM unnest(${relatedPaths(related)}::text[]) WITH ORDINALITY AS chosen("path", "place"), LATERAL (
        SELECT ${CARD} FROM "Note" WHERE ${IS_PUBLIC} AND "id" <> ${id} AND ${CHOSEN} ${CHOSEN_FIRST}
      ) AS found
      GROUP BY ${CARD}
    )
    SELECT * FROM neighbours UNION ALL SELECT * FROM parts UNION ALL SELECT * FROM chosen
    UNION ALL
    (
      SELECT 'related', (${CHOSEN_NOTES_MAX} + row_number() OVER (ORDER BY "likeness" DESC, "publishedAt" DESC, "id" DESC))::int,
        ${CARD} FROM (
        SELECT newest.*, similarity("title" || ' ' || "about", own."words") AS "likeness" FROM own, LATERAL (
          SELECT ${CARD} FROM "Note" WHERE ${IS_PUBLIC} ORDER BY "publishedAt" DESC, "id" DESC LIMIT 300
        ) AS newest
        WHERE newest."id" NOT IN (
          SELECT "id" FROM own UNION ALL SELECT "id" FROM neighbours UNION ALL SELECT "id" FROM parts
          UNION ALL SELECT "id" FROM chosen
        )
      ) AS candidates
      ORDER BY 2 LIMIT greatest(0, ${RELATED_NOTES}::int - (SELECT count(*) FROM chosen))
    )
    ORDER BY "role", "place"`
}
