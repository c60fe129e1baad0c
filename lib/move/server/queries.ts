import { LRUCache } from 'lru-cache'
import type { Admin } from '@/lib/access/actor'
import { CONTENT_NAMES, type ContentName, NOUNS, OWNER_COLUMNS, ownerOf } from '@/lib/content/kinds'
import { POST_TEXTS } from '@/lib/content/post-facts'
import { rowsOf } from '@/lib/content-kind/server/queries'
import { readCv } from '@/lib/cv/server/queries'
import type { RevisionFields } from '@/lib/history/schema'
import {
  HERE_ALREADY,
  REPORT_VIEWS,
  type Report,
  type ReportPage,
  type ReportRow,
  type ReportView,
} from '@/lib/move/report'
import { type MoveJob, PART_BYTES, WORK_STATES } from '@/lib/move/schema'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import type { WholePost } from '@/lib/post/schema'
import { LISTED_ORDER, POST_COLUMNS, type PostRow, toWholePost } from '@/lib/post/server/queries'
import { trustStored } from '@/lib/rich-text/server/sanitiser-version'
import { readStored } from '@/lib/rich-text/server/stored'
import type { Settings } from '@/lib/site-settings/schema'
import { getSettings, readSettings } from '@/lib/site-settings/server/queries'
import { weightOf } from '@/packages/convert/archive/losses'
import type { StoredFile } from '@/packages/convert/source/source'

/** Texts are up to a megabyte. */
const BATCH = 20

const PICTURE_COLUMNS = {
  key: true,
  url: true,
  store: true,
  contentType: true,
  alt: true,
  caption: true,
  createdAt: true,
} satisfies Prisma.MediaSelect

export type StoredPicture = Prisma.MediaGetPayload<{ select: typeof PICTURE_COLUMNS }>

/** What of the history is taken along: never what somebody has not saved. */
const REVISIONS = {
  where: { status: { not: 'copy' } },
  select: { createdAt: true, updatedAt: true, authorName: true, status: true, fields: true },
  orderBy: { id: 'asc' as const },
} satisfies Prisma.Note$revisionsArgs

export type ExportedRevision = {
  createdAt: Date
  updatedAt: Date
  authorName: string
  status: string
  fields: RevisionFields
}

type Dates = { createdAt: Date; updatedAt: Date; publishedAt: Date | null }
type ExportedText = Dates & {
  id: string
  title: string
  slug: string | null
  description: string
  version: number
  revisions: ExportedRevision[]
}
type NoteTexts = { about: string; tech: string; series: string; related: string }
export type ExportedNote = ExportedText & NoteTexts & { revisedAt: Date | null }
export type ExportedPage = ExportedText & { footer: string; robots: string }
export type ExportedPost = Omit<WholePost, 'createdAt'> &
  Dates & { id: string; isPinned: boolean; pinPosition: number; images: StoredPicture[]; revisions: ExportedRevision[] }

export type ExportOptions = { drafts?: boolean; revisions?: boolean }

/** What is in the trash stays here. */
function isWanted({ drafts = false }: ExportOptions) {
  return { deletedAt: null, ...(drafts ? {} : { publishedAt: { not: null } }) }
}

/** Long enough for the slowest download; who goes away ends it at once. */
const EXPORT_MAX_MS = 60 * 60_000

/** The site as it was when an export began. */
export type Snapshot = Transaction

/** Runs an export on the site as it is now: what is written meanwhile is of the next one. */
export function inSnapshot<Result>(_admin: Admin, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
  return db().$transaction(work, { isolationLevel: 'RepeatableRead', timeout: EXPORT_MAX_MS })
}

/** What is to be exported, in the order in which it is, and how many drafts are left out. */
export async function exportedNames(snapshot: Snapshot, wanted: ExportOptions) {
  const columns = {
    where: isWanted(wanted),
    select: { id: true, slug: true, title: true },
    orderBy: { id: 'asc' as const },
  }
  const notes = await snapshot.note.findMany(columns)
  const posts = await snapshot.post.findMany({ ...columns, orderBy: LISTED_ORDER })
  const pages = await snapshot.page.findMany(columns)
  let leftOut = 0
  for (const name of wanted.drafts ? [] : CONTENT_NAMES)
    leftOut += await rowsOf(snapshot, { name }).count({ where: { deletedAt: null, publishedAt: null } })
  return {
    rows: [
      ...notes.map((row) => ({ kind: 'note' as const, ...row })),
      ...posts.map((row) => ({ kind: 'project' as const, ...row })),
      ...pages.map((row) => ({ kind: 'page' as const, ...row })),
    ],
    leftOut,
  }
}

/** The rows of a table in the order of their ids, a batch at a time. */
async function* inBatches<Row extends { id: string }>(read: (after: string) => Promise<Row[]>): AsyncIterable<Row> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await read(after)
    yield* rows
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id
  }
}

const NOTE_TEXTS = { about: true, tech: true, series: true, related: true } satisfies Prisma.NoteSelect
const NOTE_FIELDS = { ...NOTE_TEXTS, revisedAt: true } satisfies Prisma.NoteSelect
const PAGE_FIELDS = { footer: true, robots: true } satisfies Prisma.PageSelect

export const exportedNotes = (snapshot: Snapshot, wanted: ExportOptions): AsyncIterable<ExportedNote> =>
  exportedTexts(snapshot, 'note', wanted, NOTE_FIELDS)
export const exportedPages = (snapshot: Snapshot, wanted: ExportOptions): AsyncIterable<ExportedPage> =>
  exportedTexts(snapshot, 'page', wanted, PAGE_FIELDS)

async function* exportedTexts<Row extends ExportedText>(
  snapshot: Snapshot,
  name: ContentName,
  wanted: ExportOptions,
  fields: object,
): AsyncIterable<Row> {
  const select = {
    ...{ id: true, title: true, slug: true, createdAt: true, updatedAt: true, publishedAt: true, version: true },
    ...{ description: true, descriptionStamp: true, ...fields },
    revisions: { ...REVISIONS, take: wanted.revisions ? undefined : 0 },
  }
  const table = rowsOf<Row & { descriptionStamp: string }>(snapshot, { name })
  const rows = inBatches((after) =>
    table.findMany({
      where: { ...isWanted(wanted), id: { gt: after } },
      select,
      orderBy: [{ id: 'asc' }],
      take: BATCH,
    }),
  )
  for await (const row of rows) {
    const stored = { html: row.description, stamp: row.descriptionStamp, rendered: '', toc: [], wordCount: 0 }
    // Safe by the rules of today, also where nobody has saved it since they changed.
    yield { ...row, description: (await readStored(stored, 'admins')).html }
  }
}

export async function* exportedPosts(snapshot: Snapshot, wanted: ExportOptions): AsyncIterable<ExportedPost> {
  const order = await snapshot.post.findMany({ where: isWanted(wanted), orderBy: LISTED_ORDER, select: { id: true } })
  for (let at = 0; at < order.length; at += BATCH) {
    const ids = order.slice(at, at + BATCH).map(({ id }) => id)
    const rows = await snapshot.post.findMany({
      where: { id: { in: ids } },
      select: {
        ...POST_COLUMNS,
        pinPosition: true,
        images: { ...POST_COLUMNS.images, select: { ...POST_COLUMNS.images.select, ...PICTURE_COLUMNS } },
        revisions: { ...REVISIONS, take: wanted.revisions ? undefined : 0 },
      },
    })
    rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    for (const { revisions, pinPosition, ...row } of rows) {
      const { id, createdAt, updatedAt, publishedAt, isPinned, images } = row
      const own = { id, createdAt, updatedAt, publishedAt, isPinned, pinPosition, images }
      yield {
        ...(await toWholePost(row as PostRow)),
        ...own,
        revisions: revisions as Array<ExportedRevision & { fields: never }>,
      }
    }
  }
}

export type ExportedSettings = Omit<
  Settings,
  'ownerId' | 'aboutProfileId' | 'avatarId' | 'avatar' | 'version' | 'signUpOpen'
> & { avatar: StoredPicture | null }

/** The settings without what is of this installation alone. */
export async function exportedSettings(snapshot: Snapshot): Promise<ExportedSettings> {
  const {
    ownerId,
    aboutProfileId,
    avatarId,
    avatar: _,
    version,
    signUpOpen,
    ...settings
  } = await readSettings(snapshot)
  const avatar = avatarId ? await snapshot.media.findUnique({ where: { id: avatarId }, select: PICTURE_COLUMNS }) : null
  return { ...settings, avatar }
}

/** Whom the page About shows; of the account only what that page says. */
export async function exportedProfile(snapshot: Snapshot) {
  const { aboutProfileId, ownerId } = await readSettings(snapshot)
  const row = await snapshot.user.findUnique({
    where: { id: aboutProfileId ?? ownerId ?? '' },
    select: { id: true, name: true, username: true, about: true, aboutStamp: true, version: true },
  })
  if (!row) return null
  const { aboutStamp: stamp, ...profile } = row
  const { html } = await readStored({ html: row.about, stamp, rendered: '', toc: [], wordCount: 0 }, 'admins')
  return { ...profile, about: html }
}

/** Which old addresses lead to what is exported. */
export async function exportedAddresses(snapshot: Snapshot, wanted: ExportOptions) {
  const isTaken = isWanted(wanted)
  const rows = await snapshot.redirect.findMany({
    where: { OR: [{ note: isTaken }, { post: isTaken }, { page: isTaken }] },
    select: { source: true, ...OWNER_COLUMNS, origin: true },
    orderBy: { source: 'asc' },
  })
  return rows.map(({ source, origin, ...owner }) => {
    const { kind, id } = ownerOf(owner)
    return { from: source, kind: NOUNS[kind], id, origin }
  })
}

/** What notes and projects are made with. `aliases` are keys of `technologyKey()`. */
export async function exportedTechnologies(snapshot: Snapshot) {
  const rows = await snapshot.technology.findMany({
    select: { name: true, slug: true, text: true, aliases: { select: { key: true }, orderBy: { key: 'asc' } } },
    orderBy: { slug: 'asc' },
  })
  return rows.map(({ aliases, ...row }) => ({ ...row, aliases: aliases.map(({ key }) => key) }))
}

/** The stored pictures among these addresses. */
export async function storedPictures(snapshot: Snapshot, urls: string[]): Promise<Map<string, StoredPicture>> {
  if (urls.length === 0) return new Map()
  const rows = await snapshot.media.findMany({ where: { url: { in: [...new Set(urls)] } }, select: PICTURE_COLUMNS })
  return new Map(rows.map((row) => [row.url, row]))
}

/** A row of this site that an import has made or changed, or that an archive of it names. */
export type KnownItem = {
  kind: ContentName
  id: string
  /** Of what was imported; null for a row that was here before. */
  hash: string | null
  /** The row's version now, and when it was imported. */
  version: number
  importedVersion: number | null
  jobId: string | null
  isInTrash: boolean
  /** Under what name it is known, where that is another one. */
  from?: { source: string; identity: string }
}

const ROW_STATE = { select: { id: true, version: true, deletedAt: true, title: true, publishedAt: true } } as const

type ImportedText = KnownItem & { from: { source: string; identity: string }; title: string; publishedAt: Date | null }

/** What imports have made or changed, of every kind of content. */
async function importedTexts(source: string | { not: string }): Promise<ImportedText[]> {
  const items = await db().importedItem.findMany({
    where: { source },
    select: {
      ...{ source: true, identity: true, hash: true, version: true, jobId: true },
      ...{ note: ROW_STATE, post: ROW_STATE, page: ROW_STATE },
    },
  })
  return items.flatMap(({ note, post, page, version: importedVersion, hash, jobId, ...from }) => {
    const row = note ?? post ?? page
    if (!row) return []
    const kind = note ? 'note' : post ? 'post' : 'page'
    const { deletedAt, ...fields } = row
    return [{ kind, hash, importedVersion, jobId, isInTrash: deletedAt !== null, from, ...fields }]
  })
}

/**
 * What of a source is here, by its identity there.
 * @param ids also rows with these ids, for an archive of a site that may be this one
 */
export async function knownItems(source: string, ids: string[]): Promise<Map<string, KnownItem>> {
  const known = new Map<string, KnownItem>()
  for (const kind of CONTENT_NAMES) {
    const query = { where: { id: { in: ids } }, orderBy: [], select: ROW_STATE.select }
    const rows = await rowsOf<{ id: string; version: number; deletedAt: Date | null }>(db(), { name: kind }).findMany(
      query,
    )
    for (const { id, version, deletedAt } of rows) {
      const isInTrash = deletedAt !== null
      known.set(id, { kind, id, hash: null, version, importedVersion: null, jobId: null, isInTrash })
    }
  }
  for (const { from, ...item } of await importedTexts(source)) known.set(from.identity, item)
  return known
}

type Similar = { identity: string; title: string; date: string | null }

/**
 * Texts that were imported under another name of the same source: a ZIP that was called otherwise, or a site whose
 * address was not given. They have the same path and title, or path and date, or title and date.
 * @param source the system and the site
 */
export async function similarItems(source: string, texts: Similar[]): Promise<Map<string, KnownItem>> {
  const here = (await importedTexts({ not: source })).filter(({ from }) => isSameSite(from.source, source))
  const dayOf = ({ publishedAt }: ImportedText) => publishedAt?.toISOString().slice(0, 10) ?? null
  const byIdentity = new Map(here.map((item) => [item.from.identity, item]))
  const byTitle = new Map(here.map((item) => [`${item.title} ${dayOf(item)}`, item]))
  return new Map(
    texts.flatMap(({ identity, title, date }) => {
      const day = date?.slice(0, 10) ?? null
      const samePath = byIdentity.get(identity)
      const isSame = samePath && (samePath.title === title || dayOf(samePath) === day)
      const found = isSame ? samePath : byTitle.get(`${title} ${day}`)
      return found ? [[identity, found] as const] : []
    }),
  )
}

/** Two sites that say their addresses are the same only at one host; else the same kind of source may be. */
function isSameSite(a: string, b: string): boolean {
  const [first, second] = [a, b].map((source) => ({
    isOfFiles: !/^(?:colophon|rss|atom|jsonfeed|jsonresume) /.test(source),
    site: source.slice(source.indexOf(' ') + 1),
  }))
  if (!first?.isOfFiles || !second?.isOfFiles) return false
  const [hostA, hostB] = [first.site, second.site].map((site) => (URL.canParse(site) ? new URL(site).host : ''))
  return hostA === '' || hostB === '' || hostA === hostB
}

/** What a row says, as an undo gives it back: fields of a request, as texts. */
export async function fieldsOf({ kind, id }: Pick<KnownItem, 'kind' | 'id'>): Promise<Prisma.InputJsonObject> {
  const dates = { publishedAt: true, updatedAt: true } as const
  if (kind === 'note') {
    const select = { title: true, description: true, ...NOTE_FIELDS, ...dates }
    return asJson(await db().note.findUniqueOrThrow({ where: { id }, select }))
  }
  if (kind === 'page') {
    const select = { title: true, description: true, ...PAGE_FIELDS, ...dates }
    return asJson(await db().page.findUniqueOrThrow({ where: { id }, select }))
  }
  const { images, isPinned, ...fields } = await db().post.findUniqueOrThrow({
    where: { id },
    select: {
      ...Object.fromEntries(POST_TEXTS.map((name) => [name, true as const])),
      ...{ story: true, isPinned: true, ...dates },
      images: { select: { id: true, alt: true, caption: true }, orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    },
  })
  return asJson({ ...fields, isPinned: String(isPinned), pictures: JSON.stringify(images) })
}

function asJson(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value))
}

export type SiteNow = Awaited<ReturnType<typeof siteNow>>

/** What the settings, the profile of the page About and the CV say now, as an undo gives it back. */
export async function siteNow(_admin: Admin) {
  const { avatar: _, ...settings } = await exportedSettings(db())
  const profile = await exportedProfile(db())
  const { version: __, ...cv } = await readCv(db())
  return {
    cv: asJson(cv),
    settings: asJson(settings),
    profile: profile && { id: profile.id, fields: asJson({ name: profile.name, about: profile.about }) },
  }
}

export type SitePart = 'settings' | 'profile' | 'cv'

/** The versions of the settings, of a profile and of the CV. */
export async function siteVersions(userId: string): Promise<Record<SitePart, number | null>> {
  const { version: settings } = await getSettings()
  const user = await db().user.findUnique({ where: { id: userId }, select: { version: true } })
  return { settings, profile: user?.version ?? null, cv: (await readCv(db())).version }
}

export type UndoneItem = {
  id: string
  hash: string
  kind: string
  rowId: string
  version: number
  before: unknown
  row: { version: number; title: string; deletedAt: Date | null } | null
}

type LastImport = { id: string; source: string; isRunning: boolean; created: number; changed: number }

/** The import that an undo would take back, with how many rows it has made and changed; null for none. */
export async function lastImport(_admin: Admin): Promise<LastImport | null> {
  const [job] = await db().$queryRaw<LastImport[]>`
    SELECT "id", "source", coalesce("claimedUntil" > now(), false) AS "isRunning",
      (SELECT count(*)::int FROM "ImportedItem" WHERE "jobId" = "Job"."id" AND "before" IS NULL) AS "created",
      (SELECT count(*)::int FROM "ImportedItem" WHERE "jobId" = "Job"."id" AND "before" IS NOT NULL) AS "changed"
    FROM "Job" WHERE "kind" = 'import' AND "state" <> 'undone' ORDER BY "createdAt" DESC, "id" DESC LIMIT 1`
  return job ?? null
}

export async function itemsOfImport({ id }: { id: string }): Promise<UndoneItem[]> {
  const row = { select: { version: true, title: true, deletedAt: true } } as const
  const items = await db().importedItem.findMany({
    where: { jobId: id },
    select: {
      ...{ id: true, hash: true, kind: true, rowId: true, version: true, before: true },
      ...{ note: row, post: row, page: row },
    },
    orderBy: { id: 'asc' },
  })
  return items.map(({ note, post, page, ...item }) => ({ ...item, row: note ?? post ?? page }))
}

/** What the screen asked for last; null for nothing. */
export async function currentMove(_admin: Admin): Promise<MoveJob | null> {
  type Row = Omit<MoveJob, 'bytes'> & { options: { bytes?: number } | null }
  const [row] = await db().$queryRaw<Row[]>`
    SELECT "id" AS "_id", "source" AS "name", "state", "options", "cursor", "outcome",
      coalesce(CASE "state" WHEN 'look' THEN ("options" ->> 'total')::int ELSE jsonb_array_length("look" -> 'items') END, 0)
        AS "total",
      (SELECT count(*)::int FROM "JobPart" WHERE "jobId" = "Job"."id") AS "parts"
    FROM "Job" WHERE "kind" = 'move' ORDER BY "createdAt" DESC, "id" DESC LIMIT 1`
  if (!row) return null
  const { options, ...job } = row
  return { ...job, bytes: options?.bytes ?? 0 }
}

/** The report of a job, with the first text as it would be. */
export type StoredReport = Report & { sample: { title: string; html: string; stamp: string } | null }

export async function storedReport(_admin: Admin, id: string): Promise<StoredReport | null> {
  const row = await db().job.findUnique({ where: { id }, select: { look: true } })
  return (row?.look ?? null) as unknown as StoredReport | null
}

const PAGE_ROWS = 50

/** A page of a report for the screen; null where there is none. */
export async function reportPage(
  admin: Admin,
  id: string,
  { show, page }: { show?: unknown; page?: unknown },
): Promise<ReportPage | null> {
  const report = await storedReport(admin, id)
  if (!report) return null
  const { options } = await db().job.findUniqueOrThrow({ where: { id }, select: { options: true } })
  const { items, refused, sample, ...rest } = report
  const rowsOf: Record<ReportView, ReportRow[]> = {
    all: items,
    create: items.filter(({ action }) => action === 'create'),
    change: items.filter(({ action }) => action === 'change'),
    skip: items.filter(({ action }) => action === 'skip'),
    // What a reader misses most comes first.
    lost: items
      .filter(({ action, lost }) => action !== 'skip' && lost.length > 0)
      .sort((before, after) => heaviestLoss(after) - heaviestLoss(before)),
    refused: [],
  }
  const counts: ReportPage['counts'] = {}
  for (const view of REPORT_VIEWS) {
    const count = view === 'refused' ? refused.length : rowsOf[view].length
    if (count > 0) counts[view] = count
  }
  const view = REPORT_VIEWS.find((name) => name === show && name in counts) ?? (items.length > 0 ? 'all' : 'refused')
  const pageCount = Math.max(1, Math.ceil((counts[view] ?? 0) / PAGE_ROWS))
  const number = Math.min(Math.max(1, Math.trunc(Number(page)) || 1), pageCount)
  const html = sample && trustStored(sample.html, sample.stamp)
  const [start, end] = [(number - 1) * PAGE_ROWS, number * PAGE_ROWS]
  return {
    ...{ ...rest, view, counts, number, pageCount },
    choices: (options ?? {}) as ReportPage['choices'],
    known: items.filter(({ reason }) => reason.includes(HERE_ALREADY)).length,
    items: rowsOf[view].slice(start, end),
    refused: view === 'refused' ? refused.slice(start, end) : [],
    sample: html && { title: sample?.title ?? '', html },
  }
}

function heaviestLoss({ lost }: ReportRow): number {
  return Math.max(...lost.map(weightOf))
}

/**
 * Whether a job of the screen waits for a process to work at it, and whether one does: it has renewed its claim within
 * the last seconds.
 */
export async function openMoves(): Promise<{ isWaiting: boolean; isClaimed: boolean }> {
  const [row] = await db().$queryRaw<[{ isWaiting: boolean; isClaimed: boolean }]>`
    SELECT coalesce(bool_or("claimedUntil" > now()), false) AS "isClaimed",
      coalesce(bool_or("claimedUntil" IS NULL OR "claimedUntil" <= now()), false) AS "isWaiting"
    FROM "Job" WHERE "kind" = 'move' AND "state" IN (${Prisma.join([...WORK_STATES])})`
  return row
}

/** Parts that are in memory while a file is read: entries of an archive lie beside each other. */
const CACHED_PARTS = 4

/** The file of a job, read from its parts. */
export function storedFile({ id, name, bytes }: { id: string; name: string; bytes: number }): StoredFile {
  const cached = new LRUCache<number, Promise<Uint8Array>>({ max: CACHED_PARTS })
  async function load(number: number): Promise<Uint8Array> {
    const where = { jobId_number: { jobId: id, number } }
    return (await db().jobPart.findUniqueOrThrow({ where, select: { content: true } })).content
  }
  function part(number: number): Promise<Uint8Array> {
    const found = cached.get(number) ?? load(number)
    cached.set(number, found)
    return found
  }
  return {
    name,
    size: bytes,
    async read(from, length) {
      const pieces: Uint8Array[] = []
      const end = Math.min(bytes, from + length)
      for (let at = from; at < end; ) {
        const start = at % PART_BYTES
        const piece = (await part(Math.floor(at / PART_BYTES))).subarray(start, start + end - at)
        if (piece.length === 0) break
        pieces.push(piece)
        at += piece.length
      }
      return Buffer.concat(pieces)
    },
  }
}
