import { isDeepStrictEqual } from 'node:util'
import type { Admin } from '@/lib/access/actor'
import { type ContentName, OWNER_COLUMNS, ownedBy, ownerOf, RICH_TEXT } from '@/lib/content/kinds'
import { POST_TEXTS, readableLinks } from '@/lib/content/post-facts'
import { wordChanges } from '@/lib/content/word-difference'
import {
  type Comparison,
  type FieldChange,
  type HistorySubject,
  type NoteRevision,
  type PageRevision,
  type PostRevision,
  pictureInRevision,
  type RevisionEntry,
  type RevisionFields,
  type RevisionPicture,
  type RevisionStatus,
  type ShownPicture,
  saidInRevision,
} from '@/lib/history/schema'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import { CONTENT_SQL } from '@/lib/publishing/server/visibility'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { trustStored } from '@/lib/rich-text/server/sanitiser-version'

/** The condition for the revisions of a row, in SQL. */
export function ofSubjectSql({ kind, id }: HistorySubject): Prisma.Sql {
  return Prisma.sql`${CONTENT_SQL[kind].owner} = ${id}`
}

const ENTRY_COLUMNS = {
  id: true,
  authorId: true,
  authorName: true,
  status: true,
  words: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.RevisionSelect

/** What a revision keeps of a picture. */
export const PICTURE_COLUMNS = {
  url: true,
  alt: true,
  caption: true,
  width: true,
  height: true,
  placeholder: true,
} satisfies Prisma.MediaSelect

/** What somebody may see: all but the working copies of others. */
export function seenBy({ userId }: Pick<Admin, 'userId'>) {
  return { OR: [{ status: { not: 'copy' } }, { authorId: userId }] }
}

/** The revisions of a row, newest first. Whether the row is in the trash is for the caller to find out. */
export async function listRevisions(admin: Admin, subject: HistorySubject): Promise<RevisionEntry[]> {
  const rows = await db().revision.findMany({
    where: { ...ownedBy(subject), ...seenBy(admin) },
    orderBy: { id: 'desc' },
    select: ENTRY_COLUMNS,
  })
  return rows.map(({ id, authorId, authorName, status, words, createdAt, updatedAt }, index) => {
    const earlier = rows[index + 1]
    return {
      id,
      author: authorName === '' ? null : { id: authorId, name: authorName },
      status: status as RevisionStatus,
      words,
      difference: earlier ? words - earlier.words : null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }
  })
}

/**
 * What differs between two of the revisions an admin has listed, the earlier one first whichever is named first; one
 * beside itself shows all it says. Null when one of them is not among them, or not kept any more.
 */
export async function compareRevisions(
  admin: Admin,
  subject: HistorySubject,
  { revisions, ...ids }: { revisions: RevisionEntry[]; from: number; to: number },
): Promise<Comparison | null> {
  const [from, to] = [Math.min(ids.from, ids.to), Math.max(ids.from, ids.to)].map((id) =>
    revisions.find((revision) => revision.id === id),
  )
  if (!from || !to) return null
  const rows = await db().revision.findMany({
    where: { ...ownedBy(subject), ...seenBy(admin), id: { in: [from.id, to.id] } },
    select: { id: true, fields: true, stamp: true },
  })
  const [before, after] = [from, to].map(({ id }) => rows.find((row) => row.id === id))
  if (!before || !after) return null
  return { from, to, fields: await fieldChanges(subject, before, after) }
}

/** A revision to go back to, its rich text cleaned; null when there is none of this number for this admin. */
export async function readRevision(
  admin: Admin,
  id: number,
): Promise<{ subject: HistorySubject; fields: RevisionFields } | null> {
  const row = await db().revision.findFirst({
    where: { id, ...seenBy(admin) },
    select: { id: true, ...OWNER_COLUMNS, fields: true, stamp: true },
  })
  if (!row) return null
  const fields = row.fields as RevisionFields
  const subject = ownerOf(row)
  return { subject, fields: { ...fields, [RICH_TEXT[subject.kind]]: await safeText(subject.kind, row) } }
}

/** What a row said when it was last published; nothing where its history does not tell. */
export async function lastPublished(transaction: Transaction, subject: HistorySubject): Promise<object> {
  const row = await transaction.revision.findFirst({
    where: { ...ownedBy(subject), status: { in: ['scheduled', 'published'] } },
    orderBy: { id: 'desc' },
    select: { fields: true },
  })
  return (row?.fields as RevisionFields | undefined) ?? {}
}

type StoredRevision = { id: number; fields: Prisma.JsonValue; stamp: string }

async function fieldChanges(
  { kind }: HistorySubject,
  before: StoredRevision,
  after: StoredRevision,
): Promise<FieldChange[]> {
  const isOne = before.id === after.id
  if (kind !== 'post') {
    const [one, other] = [before.fields, after.fields] as Array<Partial<NoteRevision & PageRevision>>
    const texts = textChanges(['title', 'about', 'tech', 'series', 'related', 'footer', 'robots'], one, other, isOne)
    return isOne || one?.description !== other?.description
      ? [...texts, await richTextChange(kind, before, after)]
      : texts
  }
  const [one, other] = [before.fields, after.fields] as PostRevision[]
  const changes = textChanges([...POST_TEXTS], withReadableLinks(one), withReadableLinks(other), isOne)
  const isTold = isOne ? one?.story !== undefined : one?.story !== other?.story
  if (isTold) changes.push(await richTextChange(kind, before, after))
  const [pictures = [], otherPictures = []] = [one?.image, other?.image]
  for (let at = 0; at < Math.max(pictures.length, otherPictures.length); at += 1) {
    const [picture = null, otherPicture = null] = [pictures[at], otherPictures[at]]
    const [shown, otherShown] = await Promise.all([shownPicture(picture), shownPicture(otherPicture)])
    if (!isOne && isDeepStrictEqual(shown, otherShown)) continue
    changes.push({ name: at === 0 ? 'image' : `Picture ${at + 1}`, type: 'picture', before: shown, after: otherShown })
  }
  return changes
}

async function richTextChange(kind: ContentName, before: StoredRevision, after: StoredRevision): Promise<FieldChange> {
  const [html, otherHtml] = await Promise.all([safeText(kind, before), safeText(kind, after)])
  // Loaded for this alone: whoever writes a revision loads this file too.
  const { compareRichText } = await import('@/lib/rich-text/server/compare')
  return { name: RICH_TEXT[kind], type: 'rich-text', blocks: compareRichText(html, otherHtml) }
}

function withReadableLinks(revision: PostRevision | undefined) {
  return revision && { ...revision, links: readableLinks(revision.links ?? '') }
}

/** With the size it has now: another file may have replaced it. */
async function shownPicture(picture: RevisionPicture | null): Promise<ShownPicture | null> {
  if (!picture) return null
  const select = { width: true, height: true, placeholder: true }
  const stored = await db().media.findFirst({ where: { url: picture.url }, select })
  return { ...picture, ...stored, isStored: stored !== null }
}

function textChanges<Name extends string>(
  names: Name[],
  before: Partial<Record<Name, string>> | undefined,
  after: Partial<Record<Name, string>> | undefined,
  isOne: boolean,
): FieldChange[] {
  return names.flatMap((name) => {
    const [text, otherText] = [before?.[name] ?? '', after?.[name] ?? '']
    const isShown = isOne ? text !== '' : text !== otherText
    return isShown ? [{ name, type: 'text', changes: wordChanges(text, otherText) }] : []
  })
}

/** The rich text of a revision; of another version of the sanitiser, it is sanitised again. */
async function safeText(
  kind: ContentName,
  { fields, stamp }: Pick<StoredRevision, 'fields' | 'stamp'>,
): Promise<SafeHtml> {
  const html = (fields as Record<string, string | undefined>)[RICH_TEXT[kind]] ?? ''
  const trusted = trustStored(html, stamp)
  if (trusted !== null) return trusted
  const { refreshRichText } = await import('@/lib/rich-text/server/clean')
  return (await refreshRichText(html, 'admins')).html
}

const TEXTS = Object.fromEntries(POST_TEXTS.map((name) => [name, true])) as Record<(typeof POST_TEXTS)[number], true>

/** What a row says now, as its form has it, and its version; null when it is in the trash or gone. */
export async function currentState(
  _admin: Admin,
  { kind, id }: HistorySubject,
): Promise<{ version: number; fields: RevisionFields } | null> {
  const where = { id, deletedAt: null }
  if (kind === 'note') {
    const later = { tech: true, series: true, related: true }
    const select = { version: true, title: true, about: true, description: true, ...later }
    const row = await db().note.findUnique({ where, select })
    if (!row) return null
    const { version, tech, series, related, ...fields } = row
    return { version, fields: { ...fields, ...saidInRevision({ tech, series, related }) } }
  }
  if (kind === 'page') {
    const select = { version: true, title: true, description: true, footer: true, robots: true }
    const row = await db().page.findUnique({ where, select })
    if (!row) return null
    const { version, ...fields } = row
    return { version, fields }
  }
  const images = {
    select: PICTURE_COLUMNS,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  } satisfies Prisma.Post$imagesArgs
  const select = { version: true, story: true, ...TEXTS, images }
  const row = await db().post.findUnique({ where, select })
  if (!row) return null
  const { version, images: image, ...fields } = row
  return { version, fields: { ...fields, image: image.map(pictureInRevision) } }
}
