import type { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { requireScope } from '@/lib/access/scope'
import { keepOldAddress, slugOfChanged, slugOfNew, withFreeSlug } from '@/lib/addresses/server/mutations'
import { skipAuditRow } from '@/lib/audit/server/audit-context'
import { recordWrite } from '@/lib/audit/server/mutations'
import { TECH_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { characterCount } from '@/lib/content/fields'
import { type ContentName, NOUNS } from '@/lib/content/kinds'
import { assertComplete } from '@/lib/content/server/complete'
import { differences, type Written, writeChange } from '@/lib/content/server/write-change'
import { type ContentKind, type ContentRow, contentNotFound, rowsOf } from '@/lib/content-kind/server/queries'
import { type RowState, recordRevision } from '@/lib/history/server/mutations'
import { lastPublished } from '@/lib/history/server/queries'
import { AppError } from '@/lib/http/errors'
import { isId } from '@/lib/platform/ids'
import { db, type Transaction } from '@/lib/platform/server/db'
import { uniqueViolation } from '@/lib/platform/server/unique-violation'
import {
  actionOfChange,
  CONTENT_SQL,
  detailOfNew,
  publishedAtOfChanged,
  publishedAtOfNew,
  publishingState,
  timeOfCreation,
} from '@/lib/publishing/server/visibility'
import type { Publishing } from '@/lib/publishing/status'
import { changedWords } from '@/lib/rich-text/word-count'
import { indexContent, type SearchEntry, writeEntries } from '@/lib/search/server/mutations'
import type { TrashAction } from '@/lib/table/table-state'
import type { Submission } from '@/lib/working-copy/input'
import { endForm, verdictOnSubmission } from '@/lib/working-copy/server/mutations'

/** What a write has for a row, ready to be stored. */
export type Staged<Row, OwnRow> = {
  columns: object
  /** The names of what it would change beside the row: its pictures. */
  pictureChanges: (before: Row) => string[]
  /** Stores that in the transaction that has written the row. `before` is null for a new one. */
  attach: (transaction: Transaction, written: OwnRow, before: Row | null) => Promise<Row>
}

/** A kind of content as it is written. */
export type WritableKind<
  Row extends ContentRow,
  OwnRow extends ContentRow,
  Input extends ContentInput,
  ShownToAdmin,
> = ContentKind<Row, unknown, ShownToAdmin> & {
  /** Those of `columns` that stand in the row itself. */
  ownColumns: object
  /** Columns beside the text: when they alone change, the row stays as old as it was. */
  quietColumns: string[]
  /**
   * Cleans the text and stores pictures before the transaction, and removes them again when `write` fails.
   * @throws AppError where they are not acceptable
   */
  stage: <Result>(
    input: Input,
    picture: Uint8Array | undefined,
    write: (staged: Staged<Row, OwnRow>) => Promise<Result>,
  ) => Promise<Result>
  /** What is published has to fit into it; a draft does not. */
  complete: z.ZodType
  /** What a revision keeps. */
  revisionOf: (row: Row) => Pick<RowState, 'fields' | 'stamp' | 'words'>
  /** What people read of it, where it has the column `revisedAt`. */
  readingOf?: (row: Row) => string
  /** What the search finds of it. */
  entryOf: (row: Row) => SearchEntry
  /**
   * Runs `change`, a transaction that moves rows or deletes them, with what has to be done around it. It resolves with
   * the number of rows; `beforePurge` gets the ids of rows that are locked and about to be deleted.
   */
  aroundTrash: (
    ids: string[],
    action: TrashAction['action'],
    change: (beforePurge?: BeforePurge) => Promise<number>,
  ) => Promise<number>
}

/** Id and dates of an imported row, and what is written with it. */
export type ImportedRow = {
  columns: { id?: string; createdAt?: Date; updatedAt?: Date; revisedAt?: Date | null; pinPosition?: number }
  /** Done in the transaction that has written the row, or found that nothing differs. */
  also: (transaction: Transaction, row: { version: number }) => Promise<void>
}

/** What the core reads of a request; the rest is the kind's. */
export type ContentInput = Publishing & {
  version?: number
  title?: string
  slug?: string
  /** The draft of the form that sends it. */
  draft?: Submission
}

/** The fields of a request that are a kind's own. */
export function ownFields<Input extends ContentInput>(input: Input) {
  const { version: _, status: __, publishAt: ___, slug: ____, draft: _____, ...fields } = input
  return fields
}

/** A kind whose text is staged. */
type StagedKind<Row extends ContentRow> = Omit<WritableKind<Row, ContentRow, ContentInput, unknown>, 'stage'>

/**
 * Creates a row. With `draft` it has that id, and where a form has stored a draft under it, that is published. A retry
 * with the same id returns the row that is there, and writes nothing.
 * @throws AppError as `stage`; "conflict" with the current row when the draft was changed by somebody else; "not-found"
 * when it is in the trash
 */
export async function createContent<
  Row extends ContentRow,
  OwnRow extends ContentRow,
  Input extends ContentInput,
  Shown,
>(
  kind: WritableKind<Row, OwnRow, Input, Shown>,
  admin: Admin,
  input: Input,
  { picture, imported }: { picture?: Uint8Array; imported?: ImportedRow },
): Promise<Shown> {
  const { row, now } = await kind.stage(input, picture, async (staged) => {
    const write = () =>
      withFreeSlug(async (transaction) => {
        const id = input.draft?._id
        const isStored = id !== undefined && (await rowsOf(transaction, kind).count({ where: { id } })) > 0
        if (!isStored) {
          const made = await insertRow(transaction, kind, admin, input, staged, imported)
          return { ...made, outcome: 'changed' as const }
        }
        const published = { ...input, status: input.status ?? ('published' as const) }
        return changeRow(transaction, kind, admin, id, published, staged, { isCreation: true })
      })
    const written = await write().catch((error) => {
      // Its form has stored the draft at the same time.
      if (input.draft && uniqueViolation(error)) return write()
      throw error
    })
    await assertWritten(kind, written)
    return written
  })
  return kind.toAdmin(row, now)
}

async function insertRow<Row extends ContentRow, OwnRow extends ContentRow>(
  transaction: Transaction,
  kind: StagedKind<Row>,
  admin: Admin,
  { draft, ...input }: ContentInput,
  { columns, attach }: Staged<Row, OwnRow>,
  imported: ImportedRow | undefined,
): Promise<{ row: Row; now: Date }> {
  const publishing = publishedAtOfNew(input)
  const slug = await slugOfNew(transaction, kind.name, input, draft?._id)
  const data = { ...columns, ...publishing, slug, ...(draft && { id: draft._id }), ...imported?.columns }
  if (publishing.publishedAt !== null) requireScope(admin, 'publish')
  const made = await rowsOf<OwnRow>(transaction, kind).create({ data, select: kind.ownColumns })
  const row = await attach(transaction, made, null)
  assertComplete(kind.complete, row)
  const now = await timeOfCreation(transaction, publishing, row)
  const after = stateOf(kind, row, now, now)
  await recordRevision(transaction, admin, { kind: kind.name, id: row.id }, { before: null, after })
  await writeEntries(transaction, kind.name, [row.id], entriesOf(kind, row))
  await keepOldAddress(transaction, kind.name, null, row, now)
  await recordWrite(transaction, admin, {
    action: `${kind.name}.create`,
    subjects: [{ id: row.id, name: row.title }],
    detail: detailOfNew(row, now),
  })
  if (draft) await endForm(transaction, row.id, draft)
  await imported?.also(transaction, row)
  return { row, now }
}

/**
 * Changes a row. Omitted fields keep their value; the version grows where something differed. With `draft` the form's
 * changes that waited beside it are gone.
 * @throws AppError "not-found", as `stage`, or "conflict" with the current row when `version` is stale
 */
export async function updateContent<
  Row extends ContentRow,
  OwnRow extends ContentRow,
  Input extends ContentInput,
  Shown,
>(
  kind: WritableKind<Row, OwnRow, Input, Shown>,
  admin: Admin,
  id: string,
  input: Input,
  { picture, imported }: { picture?: Uint8Array; imported?: ImportedRow } = {},
): Promise<Shown> {
  if (!isId(id)) contentNotFound(kind)
  const { row, now } = await kind.stage(input, picture, async (staged) => {
    const write = (transaction: Transaction) => changeRow(transaction, kind, admin, id, input, staged, { imported })
    const written = await withFreeSlug(write)
    await assertWritten(kind, written)
    return written
  })
  // Outside the transaction: a text of an older sanitiser version is sanitised for it, which may take a while.
  return kind.toAdmin(row, now)
}

async function changeRow<Row extends ContentRow, OwnRow extends ContentRow>(
  transaction: Transaction,
  kind: StagedKind<Row>,
  admin: Admin,
  id: string,
  { draft, ...input }: ContentInput,
  { columns, pictureChanges, attach }: Staged<Row, OwnRow>,
  { imported, isCreation = false }: { imported?: ImportedRow; isCreation?: boolean },
): Promise<Written<Row> & { now: Date }> {
  const now = await lock(transaction, kind, id)
  const found = await readLocked<Row>(transaction, kind, id)
  const state = { version: found.version, isDraft: found.publishedAt === null }
  const submission = { version: input.version, status: isCreation ? input.status : undefined }
  const submitted = draft && (await verdictOnSubmission(transaction, state, submission, { ...draft, _id: id }))
  if (submitted === 'stale' || submitted === 'repeated') {
    // The first request is in the audit log already.
    if (submitted === 'repeated') skipAuditRow()
    const outcome = submitted === 'stale' ? 'stale' : 'unchanged'
    return { before: found, row: found, outcome, changed: [], now }
  }
  const address = await slugOfChanged(transaction, kind.name, found, input, now)
  const data = { ...columns, ...address, ...publishedAtOfChanged(input, found, now) }
  const written = await writeChange<Row>({
    version: draft ? undefined : input.version,
    readRow: async () => found,
    changes: (before) => [...differences(before, data), ...pictureChanges(before)],
    async writeRow(before, changed) {
      const isEdited = changed.some((name) => !kind.quietColumns.includes(name))
      // What somebody has written is theirs.
      const marks = isEdited ? { isSample: false } : { updatedAt: before.updatedAt }
      const revised = isEdited && (await revisionDate(transaction, kind, before, { ...before, ...data }, now))
      const all = { ...data, ...marks, ...revised, version: { increment: 1 }, ...imported?.columns }
      const own = await rowsOf<OwnRow>(transaction, kind).update({ where: { id }, data: all, select: kind.ownColumns })
      return { count: 1, row: await attach(transaction, own, before) }
    },
  })
  const { before, row, outcome, changed } = written
  if (outcome === 'stale') return { ...written, now }
  // Whoever may only write changes nothing that is public or will be, nor makes anything so.
  if (before.publishedAt !== null || row.publishedAt !== null) requireScope(admin, 'publish')
  if (outcome === 'changed') {
    if (before.publishedAt === null) assertComplete(kind.complete, row)
    const states = { before: stateOf(kind, before, now, before.updatedAt), after: stateOf(kind, row, now, now) }
    await recordRevision(transaction, admin, { kind: kind.name, id }, states)
    await writeEntries(transaction, kind.name, [id], entriesOf(kind, row))
    await keepOldAddress(transaction, kind.name, before, row, now)
  }
  await recordWrite(transaction, admin, {
    action: `${kind.name}.${actionOfChange(before, row, now)}`,
    subjects: [{ id, name: row.title }],
    detail: changed.join(', '),
  })
  if (draft) await endForm(transaction, id, draft)
  await imported?.also(transaction, row)
  return { ...written, now }
}

/** So many words more or less are a typo. */
const TYPO_WORDS = 3

/** The column of a text that is public again or still, and is another one than what people have read so far. */
async function revisionDate<Row extends ContentRow>(
  transaction: Transaction,
  { name, readingOf }: StagedKind<Row>,
  before: Row,
  after: Row,
  now: Date,
): Promise<{ revisedAt?: Date }> {
  const readSince = before.publishedAt ?? before.keptDate
  if (!readingOf || !readSince || readSince > now || !after.publishedAt) return {}
  const read = before.publishedAt ? {} : await lastPublished(transaction, { kind: name, id: before.id })
  return changedWords(readingOf({ ...before, ...read }), readingOf(after)) > TYPO_WORDS ? { revisedAt: now } : {}
}

/** @throws AppError "conflict" with the row as it is now; what was staged is removed by it */
async function assertWritten<Row extends ContentRow>(
  kind: ContentKind<Row, unknown, unknown>,
  { row, now, outcome }: { row: Row; now: Date; outcome: Written<Row>['outcome'] },
): Promise<void> {
  if (outcome !== 'stale') return
  const current = await kind.toAdmin(row, now)
  throw new AppError('conflict', `Someone else has changed this ${NOUNS[kind.name]} in the meantime.`, { current })
}

const INDEXED_AT_ONCE = 50

/**
 * Writes the technologies of all rows anew, in the trash too: `rename` answers what a row says from then on. The text stays
 * as old as it was, and the change is in the history with the next one.
 * @throws AppError "unprocessable" where they become longer than a row may have
 */
export async function rewriteTech(
  transaction: Transaction,
  kind: ContentName,
  rename: (tech: string) => string,
): Promise<void> {
  const { table } = CONTENT_SQL[kind]
  const rows = await transaction.$queryRaw<Array<{ id: string; title: string; tech: string }>>`
    SELECT "id", "title", "tech" FROM ${table} WHERE "tech" <> '' ORDER BY "id" FOR NO KEY UPDATE`
  const renamed = rows.flatMap((row) => (rename(row.tech) === row.tech ? [] : { ...row, tech: rename(row.tech) }))
  const full = renamed.find(({ tech }) => characterCount(tech) > TECH_MAX_CHARACTERS)
  if (full) throw new AppError('unprocessable', `“${full.title}” could not hold so long a name among its technologies.`)
  const ids = renamed.map(({ id }) => id)
  await transaction.$executeRaw`
    UPDATE ${table} AS content SET "tech" = renamed."tech", "version" = "version" + 1
    FROM unnest(${ids}::text[], ${renamed.map(({ tech }) => tech)}::text[]) AS renamed("id", "tech")
    WHERE content."id" = renamed."id"`
  for (let at = 0; at < ids.length; at += INDEXED_AT_ONCE)
    await indexContent(transaction, kind, ids.slice(at, at + INDEXED_AT_ONCE))
}

/**
 * Locks a row that is not in the trash until the transaction ends: what is read of it is what is changed.
 * @returns the database's time
 */
async function lock(transaction: Transaction, kind: Pick<ContentKind, 'name'>, id: string): Promise<Date> {
  // Cut as the dates it is compared with are.
  const [row] = await transaction.$queryRaw<Array<{ now: Date }>>`
    SELECT date_trunc('milliseconds', now()) AS "now" FROM ${CONTENT_SQL[kind.name].table}
    WHERE "id" = ${id} AND "deletedAt" IS NULL FOR NO KEY UPDATE`
  return row?.now ?? contentNotFound(kind)
}

async function readLocked<Row extends ContentRow>(
  transaction: Transaction,
  kind: Pick<ContentKind<Row>, 'name' | 'columns'>,
  id: string,
): Promise<Row> {
  const row = await rowsOf<Row>(transaction, kind).findUnique({ where: { id }, select: kind.columns })
  return row ?? contentNotFound(kind)
}

/** None of a draft. */
function entriesOf<Row extends ContentRow>(kind: { entryOf: (row: Row) => SearchEntry }, row: Row): SearchEntry[] {
  return row.publishedAt === null ? [] : [kind.entryOf(row)]
}

function stateOf<Row extends ContentRow>(
  kind: { revisionOf: (row: Row) => Pick<RowState, 'fields' | 'stamp' | 'words'> },
  row: Row,
  now: Date,
  updatedAt: Date,
): RowState {
  return { ...kind.revisionOf(row), status: publishingState(row, now).status, updatedAt }
}

/** What the trash needs of a kind. */
export type TrashableKind = Pick<WritableKind<ContentRow, ContentRow, ContentInput, unknown>, 'name' | 'aroundTrash'>

/** Puts a row into the trash. @throws AppError "not-found" */
export async function deleteContent(kind: TrashableKind, admin: Admin, id: string): Promise<void> {
  if ((await trashContent(kind, admin, { ids: [id], action: 'trash' })) === 0) contentNotFound(kind)
}

/** Moves rows into or out of the trash, or deletes trashed ones permanently; returns how many were affected. */
export function trashContent(kind: TrashableKind, admin: Admin, { ids, action }: TrashAction): Promise<number> {
  const known = ids.filter(isId)
  // What is deleted for good has no undo: no token does that.
  if (action === 'purge') requireScope(admin, undefined)
  return kind.aroundTrash(known, action, (beforePurge) =>
    db().$transaction(async (transaction) => {
      const rows =
        action === 'purge'
          ? await purge(transaction, kind, known, beforePurge)
          : await move(transaction, kind, known, action)
      const subjects = rows.map(({ id, title }) => ({ id, name: title }))
      if (subjects.length > 0) {
        await recordWrite(transaction, admin, { action: `${kind.name}.${action}`, subjects })
      }
      return subjects.length
    }),
  )
}

type Titled = { id: string; title: string }
type BeforePurge = (transaction: Transaction, ids: string[]) => Promise<void>

async function purge(
  transaction: Transaction,
  kind: TrashableKind,
  ids: string[],
  beforePurge: BeforePurge | undefined,
): Promise<Titled[]> {
  // The rows first: their lock prevents a concurrent save from adding a picture.
  const trashed = await transaction.$queryRaw<Titled[]>`
    SELECT "id", "title" FROM ${CONTENT_SQL[kind.name].table} WHERE "id" = ANY(${ids}) AND "deletedAt" IS NOT NULL
    ORDER BY "id" FOR UPDATE`
  const gone = trashed.map(({ id }) => id)
  await beforePurge?.(transaction, gone)
  await rowsOf(transaction, kind).deleteMany({ where: { id: { in: gone } } })
  return trashed
}

async function move(
  transaction: Transaction,
  kind: TrashableKind,
  ids: string[],
  action: 'trash' | 'restore',
): Promise<Titled[]> {
  const isRestore = action === 'restore'
  const moved = await rowsOf<Titled>(transaction, kind).updateManyAndReturn({
    where: { id: { in: ids }, deletedAt: isRestore ? { not: null } : null },
    data: { deletedAt: isRestore ? null : new Date(), version: { increment: 1 } },
    select: { id: true, title: true },
  })
  await indexContent(
    transaction,
    kind.name,
    moved.map(({ id }) => id),
  )
  return moved
}
