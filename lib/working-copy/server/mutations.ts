import { isDeepStrictEqual } from 'node:util'
import type { Admin } from '@/lib/access/actor'
import { galleryText } from '@/lib/content/gallery'
import {
  EDITING_SESSION_MINUTES,
  type HistorySubject,
  type NoteRevision,
  type PageRevision,
  type RevisionFields,
  type RevisionPicture,
} from '@/lib/history/schema'
import { keepCopy, keepDraft } from '@/lib/history/server/mutations'
import { currentState, readRevision } from '@/lib/history/server/queries'
import { AppError } from '@/lib/http/errors'
import { isId, newId } from '@/lib/platform/ids'
import { ownValue } from '@/lib/platform/own-value'
import { db, type Transaction } from '@/lib/platform/server/db'
import { uniqueViolation } from '@/lib/platform/server/unique-violation'
import { CONTENT_SQL } from '@/lib/publishing/server/visibility'
import { assertRichTextLimits } from '@/lib/rich-text/server/limits'
import type { DeleteCopyInput, SaveCopyInput, Submission } from '@/lib/working-copy/input'
import {
  COPY_FIELDS,
  type CopyFields,
  type CopyKind,
  PICTURE_REMOVED,
  pictureField,
  RICH_FIELDS,
  type SavedCopy,
  TEXT_KINDS,
  type WorkingCopy,
} from '@/lib/working-copy/schema'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'
import { isKnown, verdict } from '@/lib/working-copy/verdict'

/** Of its fields, and of the row's it was begun from: more than a text that can be published. */
const COPY_MAX_BYTES = 2 * 1_048_576
/** A copy nobody has written in for so long is deleted where its row is gone. */
const COPY_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/** The row a text belongs to; `fields` as its form has them. */
export type TextRow = { version: number; isDraft: boolean; fields: CopyFields }

/** How the rows of a kind are read and written, in the transaction that stores a text. */
export type TextRows = {
  /** Locks the row until the transaction ends; null where there is none. In the trash it is no draft. */
  lock: (transaction: Transaction) => Promise<TextRow | null>
  /** Writes the text into its draft, which is made where there is no row; answers what of it the draft says by then. */
  write: (transaction: Transaction, row: TextRow | null, previous: CopyFields) => Promise<TextRow>
}

/**
 * Refuses what cannot be stored, before anything is done with it.
 * @throws AppError "forbidden" when it belongs to another account; "not-found" for what is no key; "too-large";
 * "unprocessable" for a text beyond what can be published
 */
export function assertStorable(admin: Admin, key: string, { owner, base, kind, fields }: SaveCopyInput): void {
  if (owner !== admin.userId) throw new AppError('forbidden', 'You are now signed in to another account.')
  if (!isId(key)) throw noCopy()
  if (Math.max(sizeOf(fields), base ? sizeOf(base) : 0) > COPY_MAX_BYTES) {
    throw new AppError('too-large', 'It is too long to be stored: at most 2 MiB with its formatting.')
  }
  // What could not be published would be as heavy to read again.
  for (const name of RICH_FIELDS[kind]) {
    assertRichTextLimits(ownValue(fields, name) ?? '', `fields.${name}`)
    assertRichTextLimits(ownValue(base ?? {}, name) ?? '', `base.${name}`)
  }
}

/**
 * Stores what a form holds (PUT /api/working-copy/{key}), where nobody has stored another since `on`. A draft is written
 * itself, and made where there is no row; beside what is or will be public the text waits as its changes.
 * @throws AppError "not-found" where its row is gone; "conflict" with the text as it is now, null where there is none
 */
export async function saveWorkingCopy(
  admin: Admin,
  key: string,
  input: SaveCopyInput,
  rows: TextRows,
): Promise<SavedCopy> {
  const { kind } = input
  await snapshotEndedSession(key, kind)
  const store = () => db().$transaction((transaction) => storeText(transaction, admin, key, input, rows))
  const stored = await store().catch((error) => {
    // Another request has made the draft at the same time.
    if (uniqueViolation(error)) return store()
    throw error
  })
  if ('saved' in stored) return stored.saved
  throw new AppError('conflict', 'This was changed in another tab or on another device.', {
    current: stored.draft ?? (await getWorkingCopy(admin, key)),
  })
}

/** `draft` is what its row says where no form's text has become of it. */
type Stored = { saved: SavedCopy } | { draft: WorkingCopy | null }

async function storeText(
  transaction: Transaction,
  { userId: ownerId }: Admin,
  key: string,
  input: SaveCopyInput,
  rows: TextRows,
): Promise<Stored> {
  const { kind, fields, writer, sequence } = input
  const row = await rows.lock(transaction)
  const copy = await transaction.workingCopy.findFirst({
    where: { key, kind },
    select: { ...SAVED_COLUMNS, fields: true, base: true, baseVersion: true, writer: true, sequence: true },
  })
  const becomes = verdict({ row, copy }, input, await hasEnded(transaction, writer, sequence))
  if (becomes === 'gone') throw new AppError('not-found', 'This was deleted permanently.')
  if (becomes === 'behind' && row) return { draft: copyOfDraft(kind, key, row) }
  if (becomes !== 'stored') {
    // The same text stored by another is no conflict.
    const isSame = copy !== null && isDeepStrictEqual(copy.fields, fields)
    return isSame ? { saved: toSaved(copy, row?.isDraft ? row.version : null) } : { draft: null }
  }
  const draft = row && !row.isDraft ? null : await rows.write(transaction, row, (copy?.fields ?? {}) as CopyFields)
  const { base = (copy?.base ?? {}) as CopyFields, baseVersion } = draft
    ? { base: draft.fields, baseVersion: draft.version }
    : input.base
      ? input
      : { baseVersion: copy?.baseVersion ?? input.baseVersion }
  const data = { ownerId, fields, bytes: sizeOf(fields), writer, sequence, base, baseVersion, isNew: false }
  const written = copy
    ? await transaction.workingCopy.update({
        where: { id: copy.id },
        data: { ...data, version: { increment: 1 } },
        select: SAVED_COLUMNS,
      })
    : await transaction.workingCopy.create({ data: { ...data, kind, key }, select: SAVED_COLUMNS })
  return { saved: toSaved(written, draft?.version ?? null) }
}

const SAVED_COLUMNS = { id: true, version: true, updatedAt: true } as const

type SavedRow = { id: string; version: number; updatedAt: Date }

function toSaved({ id, version, updatedAt }: SavedRow, draftVersion: number | null): SavedCopy {
  return { _id: id, version, updatedAt: updatedAt.toISOString(), draftVersion }
}

/** A draft as a form that has to take it over reads it. */
function copyOfDraft(kind: CopyKind, key: string, { version, fields }: TextRow): WorkingCopy {
  const now = new Date().toISOString()
  return {
    ...{ _id: key, kind, key, baseVersion: version, base: fields, fields, version: 1 },
    ...{ writer: '', sequence: 0, createdAt: now, updatedAt: now },
  }
}

const sizeOf = (texts: CopyFields) => Buffer.byteLength(JSON.stringify(texts))

/** Whether a form has been finished after this state of it: what it sent before may arrive later. */
async function hasEnded(transaction: Transaction, writer: string, sequence: number): Promise<boolean> {
  return (await transaction.endedForm.count({ where: { writer, sequence: { gte: sequence } } })) > 0
}

/** What was written before a long silence, beside what is public, is a revision of its own (decision 025). */
async function snapshotEndedSession(key: string, kind: SaveCopyInput['kind']): Promise<void> {
  const ended = new Date(Date.now() - EDITING_SESSION_MINUTES * 60_000)
  const copy = await db().workingCopy.findFirst({
    where: { key, kind, updatedAt: { lt: ended } },
    select: { fields: true, base: true, updatedAt: true, owner: { select: { id: true, name: true } } },
  })
  if (!copy || isDeepStrictEqual(copy.fields, copy.base)) return
  const { id: userId, name } = copy.owner
  const { fields, updatedAt } = copy
  await keepCopy({ userId, name }, { kind, id: key }, { updatedAt, fields: fields as CopyFields })
}

/**
 * Puts the text of a revision into its row's text (POST /api/history/{id}): into a draft itself, beside what is public as
 * its changes. What stood there is a revision from then on. The picture a project had comes back, as long as it is
 * stored.
 * @throws AppError "not-found" when there is no such revision, or its row is in the trash; as `saveWorkingCopy` does
 */
export async function restoreRevision(
  admin: Admin,
  id: number,
  save: (admin: Admin, key: string, input: SaveCopyInput) => Promise<SavedCopy>,
): Promise<void> {
  const revision = await readRevision(admin, id)
  const row = revision && (await currentState(admin, revision.subject))
  if (!row) throw new AppError('not-found', 'There is no such revision.')
  const { subject } = revision
  const copy = await getWorkingCopy(admin, subject.id)
  if (copy) await keepCopy(admin, subject, { fields: copy.fields, updatedAt: new Date(copy.updatedAt) })
  await save(admin, subject.id, {
    ...overCopy(admin, subject, copy),
    baseVersion: row.version,
    base: await copyFields(row.fields, row.fields),
    fields: await copyFields(revision.fields, row.fields),
  })
}

/**
 * Writes texts beside a row that is or will be public, over the changes that wait there; returns what is there then.
 * @param copy those, as they were read
 * @throws AppError "not-found" when there is no such row; as `saveWorkingCopy` does
 */
export async function saveWaitingChange(
  admin: Admin,
  subject: HistorySubject,
  texts: CopyFields,
  copy: WorkingCopy | null,
  save: (admin: Admin, key: string, input: SaveCopyInput) => Promise<SavedCopy>,
): Promise<SavedCopy> {
  const row = await currentState(admin, subject)
  if (!row) throw new AppError('not-found', 'There is no such text.')
  const base = copy?.base ?? (await copyFields(row.fields, row.fields))
  const fields = copy?.fields ?? base
  const names: readonly string[] = COPY_FIELDS[subject.kind]
  const known = Object.entries(texts).filter(([name]) => names.includes(name))
  return save(admin, subject.id, {
    ...overCopy(admin, subject, copy),
    baseVersion: copy?.baseVersion ?? row.version,
    base,
    fields: { ...fields, ...Object.fromEntries(known) },
  })
}

/** The parts of a save that are the same whenever changes are overwritten. */
const overCopy = ({ userId: owner }: Admin, { kind }: HistorySubject, copy: WorkingCopy | null) => {
  const on = copy && { _id: copy._id, version: copy.version }
  return { kind, owner, on, isNew: false, writer: newId(), sequence: 0 }
}

/**
 * Makes a revision of what is stored now: of a draft, or of what is written beside what is public (POST /api/history/new).
 * @throws AppError "not-found" when there is no such row
 */
export async function keepByHand(admin: Admin, subject: HistorySubject): Promise<void> {
  const row = isId(subject.id) ? await currentState(admin, subject) : null
  if (!row) throw new AppError('not-found', 'There is no such text.')
  const copy = await getWorkingCopy(admin, subject.id)
  if (!copy || isDeepStrictEqual(copy.fields, copy.base)) return keepDraft(subject)
  await keepCopy(admin, subject, { fields: copy.fields, updatedAt: new Date(copy.updatedAt) })
}

/** What a revision says, as the form of its row has it now. */
async function copyFields(fields: RevisionFields, row: RevisionFields): Promise<CopyFields> {
  if (!('image' in fields && 'image' in row)) return fields as NoteRevision | PageRevision
  const { image, ...rest } = fields
  const [[was], [now]] = [image, row.image]
  const words = (picture: RevisionPicture | undefined) => ({ alt: picture?.alt ?? '', caption: picture?.caption ?? '' })
  const urls = image.map(({ url }) => url)
  const stored = await db().media.findMany({ where: { url: { in: urls } }, select: { id: true, url: true } })
  const idOf = (picture: RevisionPicture) => stored.find(({ url }) => url === picture.url)?.id
  const pictures = image.slice(1).flatMap((picture) => {
    const _id = idOf(picture)
    return _id ? [{ _id, url: picture.url, ...words(picture) }] : []
  })
  const texts = { ...rest, pictures: galleryText(pictures) }
  if (was?.url === now?.url) return { ...texts, image: '', ...words(was) }
  if (!was) return { ...texts, image: PICTURE_REMOVED, ...words(now) }
  const _id = idOf(was)
  if (!_id) return { ...texts, image: '', ...words(now) }
  return { ...texts, image: pictureField({ _id, url: was.url, name: 'The earlier picture' }), ...words(was) }
}

/**
 * Throws the changes of a row away (DELETE /api/working-copy/{key}); with `on` or `ended` only in that state, or where
 * the finished form wrote them. What that has sent before is not stored any more, also where it arrives later.
 * @throws AppError "not-found" when there are none; "conflict" with the copy as it is now
 */
export async function deleteWorkingCopy(admin: Admin, key: string, input: DeleteCopyInput): Promise<void> {
  const count = await db().$transaction(async (transaction) => {
    // Before anything that is stored meanwhile: that waits for the same rows.
    for (const name of TEXT_KINDS)
      await transaction.$queryRaw`SELECT FROM ${CONTENT_SQL[name].table} WHERE "id" = ${key} FOR UPDATE`
    return endForm(transaction, key, input)
  })
  if (count > 0 || (input.ended && !input.on)) return
  const current = await getWorkingCopy(admin, key)
  if (!current) throw noCopy()
  throw new AppError('conflict', 'This was changed in another tab or on another device.', { current })
}

/**
 * Deletes a row's changes as `deleteWorkingCopy` does, in a transaction that has locked the row; returns how many.
 */
export async function endForm(transaction: Transaction, key: string, { on, ended }: DeleteCopyInput): Promise<number> {
  const states = [
    ...(on ? [{ id: on._id, version: on.version }] : []),
    ...(ended ? [{ writer: ended.writer, sequence: { lte: ended.sequence } }] : []),
  ]
  const state = states.length > 0 ? { OR: states } : {}
  if (ended) {
    const { writer, sequence } = ended
    await transaction.endedForm.upsert({ where: { writer }, create: ended, update: { sequence } })
  }
  return (await transaction.workingCopy.deleteMany({ where: { key, kind: { in: TEXT_KINDS }, ...state } })).count
}

/**
 * What becomes of a row that is locked when a form publishes its text: it is written, it says so already because the
 * same request has come before, or somebody has changed it since. What knows no version and no form is a repeated
 * creation where the row is what it makes: public, or, by its `status`, a draft.
 */
export async function verdictOnSubmission(
  transaction: Transaction,
  row: { version: number; isDraft: boolean },
  { version, status }: { version?: number; status?: 'draft' | 'published' },
  { _id: key, ended }: Submission,
): Promise<'written' | 'repeated' | 'stale'> {
  const copy = await transaction.workingCopy.findFirst({ where: { key, kind: { in: TEXT_KINDS } } })
  if (isKnown({ row, copy }, version, ended)) return 'written'
  const isRepeated = ended
    ? await hasEnded(transaction, ended.writer, ended.sequence)
    : version === undefined && (!row.isDraft || status === 'draft')
  return isRepeated ? 'repeated' : 'stale'
}

/** Writes the technologies of all copies, and of what they were begun from, anew: a renaming is no change of theirs. */
export async function rewriteCopiedTech(transaction: Transaction, rename: (tech: string) => string): Promise<void> {
  const copies = await transaction.$queryRaw<Array<{ id: string; tech: string; was: string }>>`
    SELECT "id", coalesce("fields"->>'tech', '') AS "tech", coalesce("base"->>'tech', '') AS "was" FROM "WorkingCopy"
    WHERE "kind" = ANY(${TEXT_KINDS}) AND ("fields"->>'tech' <> '' OR "base"->>'tech' <> '') FOR UPDATE`
  for (const { id, tech, was } of copies) {
    if (rename(tech) === tech && rename(was) === was) continue
    await transaction.$executeRaw`
      UPDATE "WorkingCopy" SET "fields" = jsonb_set("fields", '{tech}', to_jsonb(${rename(tech)}::text)),
        "base" = jsonb_set("base", '{tech}', to_jsonb(${rename(was)}::text))
      WHERE "id" = ${id}`
  }
}

export function noCopy(): AppError {
  return new AppError('not-found', 'There is no such working copy.')
}

/** Deletes copies nobody has written in for half a year and that belong to no row; returns how many. */
export async function deleteOldCopies(now: Date): Promise<number> {
  await db().endedForm.deleteMany({ where: { endedAt: { lt: new Date(now.getTime() - DAY_MS) } } })
  const oldest = new Date(now.getTime() - COPY_DAYS * DAY_MS)
  return db().$executeRaw`
    DELETE FROM "WorkingCopy" AS copy WHERE "updatedAt" < ${oldest}
      AND NOT EXISTS (SELECT FROM "Note" WHERE "id" = copy."key") AND NOT EXISTS (SELECT FROM "Post" WHERE "id" = copy."key")
      AND NOT EXISTS (SELECT FROM "Page" WHERE "id" = copy."key")`
}
