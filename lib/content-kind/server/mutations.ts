import type { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { keepOldAddress, slugOfChanged, slugOfNew, withFreeSlug } from '@/lib/addresses/server/mutations'
import { recordWrite } from '@/lib/audit/server/mutations'
import { assertComplete } from '@/lib/content/server/complete'
import { differences, writeChange } from '@/lib/content/server/write-change'
import {
  type ContentKind,
  type ContentRow,
  contentNotFound,
  getContentAsAdmin,
  rowsOf,
} from '@/lib/content-kind/server/queries'
import { type RowState, recordRevision } from '@/lib/history/server/mutations'
import { AppError } from '@/lib/http/errors'
import { createOnce } from '@/lib/idempotency/server/mutations'
import { isId } from '@/lib/platform/ids'
import { db, type Transaction } from '@/lib/platform/server/db'
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
import { indexContent } from '@/lib/search/server/mutations'
import type { TrashAction } from '@/lib/table/table-state'

/** What a write brings of a row, ready to be stored. */
type Staged<Row, OwnRow> = {
  columns: object
  /** The names of what it would change beside the row: its pictures. */
  changesBeside: (before: Row) => string[]
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

/** What a row from elsewhere has besides its text, and keeps. */
export type Brought = {
  columns: { id?: string; createdAt?: Date; updatedAt?: Date }
  /** Done in the transaction that has written the row, or found that nothing differs. */
  also: (transaction: Transaction, row: { version: number }) => Promise<void>
}

/** What the core reads of a request; the rest is the kind's. */
export type ContentInput = Publishing & { version?: number; title?: string; slug?: string }

/** The fields of a request that are a kind's own. */
export function ownFields<Input extends ContentInput>(input: Input) {
  const { version: _, status: __, publishAt: ___, slug: ____, ...fields } = input
  return fields
}

/**
 * Creates a row. A retry with the same `key` returns the one created first.
 * @throws AppError as `stage`; "conflict" with the current row when the key was used with another text or picture
 */
export function createContent<Row extends ContentRow, OwnRow extends ContentRow, Input extends ContentInput, Shown>(
  kind: WritableKind<Row, OwnRow, Input, Shown>,
  admin: Admin,
  input: Input,
  { picture, key, brought }: { picture?: Uint8Array; key: string | null; brought?: Brought },
): Promise<Shown> {
  const action = `${kind.name}.create` as const
  const find = (id: string) => getContentAsAdmin(kind, admin, id)
  return createOnce({ admin, action, key, fields: input, file: picture, find }, (claim) => {
    const publishing = publishedAtOfNew(input)
    return kind.stage(input, picture, async ({ columns, attach }) => {
      const { row, now } = await withFreeSlug(async (transaction) => {
        const data = {
          ...columns,
          ...publishing,
          slug: await slugOfNew(transaction, kind.name, input),
          ...brought?.columns,
        }
        const made = await rowsOf<OwnRow>(transaction, kind).create({ data, select: kind.ownColumns })
        const row = await attach(transaction, made, null)
        const now = await timeOfCreation(transaction, publishing, row)
        const after = stateOf(kind, row, now, now)
        await recordRevision(transaction, admin, { kind: kind.name, id: row.id }, { before: null, after })
        await indexContent(transaction, kind.name, [row.id])
        await keepOldAddress(transaction, kind.name, null, row, now)
        await recordWrite(transaction, admin, {
          action,
          subjects: [{ id: row.id, name: row.title }],
          detail: detailOfNew(row, now),
        })
        await claim(transaction, row.id)
        await brought?.also(transaction, row)
        return { row, now }
      })
      return kind.toAdmin(row, now)
    })
  })
}

/**
 * Changes a row. Omitted fields keep their value; the version grows where something differed.
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
  { picture, brought }: { picture?: Uint8Array; brought?: Brought } = {},
): Promise<Shown> {
  if (!isId(id)) contentNotFound(kind)
  const { row, now } = await kind.stage(input, picture, async ({ columns, changesBeside, attach }) => {
    const saved = await withFreeSlug(async (transaction) => {
      const now = await lock(transaction, kind, id)
      let address = {}
      const withDate = (before: Row) => ({ ...columns, ...address, ...publishedAtOfChanged(input, before, now) })
      const written = await writeChange<Row>({
        version: input.version,
        async readRow() {
          const before = await readLocked<Row>(transaction, kind, id)
          address = await slugOfChanged(transaction, kind.name, before, input, now)
          return before
        },
        changes: (before) => [...differences(before, withDate(before)), ...changesBeside(before)],
        async writeRow(before, changed) {
          const isEdited = changed.some((name) => !kind.quietColumns.includes(name))
          // What somebody has written is theirs.
          const marks = isEdited ? { isSample: false } : { updatedAt: before.updatedAt }
          const data = { ...withDate(before), ...marks, version: { increment: 1 }, ...brought?.columns }
          const own = await rowsOf<OwnRow>(transaction, kind).update({ where: { id }, data, select: kind.ownColumns })
          return { count: 1, row: await attach(transaction, own, before) }
        },
      })
      const { before, row, outcome, changed } = written
      if (outcome === 'stale') return { ...written, now }
      if (outcome === 'changed') {
        if (before.publishedAt === null) assertComplete(kind.complete, row)
        const states = { before: stateOf(kind, before, now, before.updatedAt), after: stateOf(kind, row, now, now) }
        await recordRevision(transaction, admin, { kind: kind.name, id }, states)
        await indexContent(transaction, kind.name, [id])
        await keepOldAddress(transaction, kind.name, before, row, now)
      }
      await recordWrite(transaction, admin, {
        action: `${kind.name}.${actionOfChange(before, row, now)}`,
        subjects: [{ id, name: row.title }],
        detail: changed.join(', '),
      })
      await brought?.also(transaction, row)
      return { ...written, now }
    })
    // What was staged is removed by it.
    if (saved.outcome === 'stale') {
      const current = await kind.toAdmin(saved.row, saved.now)
      throw new AppError('conflict', `Someone else has changed this ${kind.noun} in the meantime.`, { current })
    }
    return saved
  })
  // Outside the transaction: a text of an older sanitiser version is sanitised for it, which may take a while.
  return kind.toAdmin(row, now)
}

/**
 * Locks a row that is not in the trash until the transaction ends: what is read of it is what is changed.
 * @returns the database's time
 */
async function lock(transaction: Transaction, kind: Pick<ContentKind, 'name' | 'notFound'>, id: string): Promise<Date> {
  // Cut as the dates it is compared with are.
  const [row] = await transaction.$queryRaw<Array<{ now: Date }>>`
    SELECT date_trunc('milliseconds', now()) AS "now" FROM ${CONTENT_SQL[kind.name].table}
    WHERE "id" = ${id} AND "deletedAt" IS NULL FOR NO KEY UPDATE`
  return row?.now ?? contentNotFound(kind)
}

async function readLocked<Row extends ContentRow>(
  transaction: Transaction,
  kind: Pick<ContentKind<Row>, 'name' | 'columns' | 'notFound'>,
  id: string,
): Promise<Row> {
  const row = await rowsOf<Row>(transaction, kind).findUnique({ where: { id }, select: kind.columns })
  return row ?? contentNotFound(kind)
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
type TrashableKind = Pick<
  WritableKind<ContentRow, ContentRow, ContentInput, unknown>,
  'name' | 'notFound' | 'aroundTrash'
>

/** Puts a row into the trash. @throws AppError "not-found" */
export async function deleteContent(kind: TrashableKind, admin: Admin, id: string): Promise<void> {
  if ((await trashContent(kind, admin, { ids: [id], action: 'trash' })) === 0) contentNotFound(kind)
}

/** Moves rows into or out of the trash, or deletes trashed ones permanently; returns how many were affected. */
export function trashContent(kind: TrashableKind, admin: Admin, { ids, action }: TrashAction): Promise<number> {
  const known = ids.filter(isId)
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
