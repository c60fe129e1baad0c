import { setTimeout as delay } from 'node:timers/promises'
import type { Admin } from '@/lib/access/actor'
import { skipAuditRow } from '@/lib/audit/server/audit-context'
import { recordWrite } from '@/lib/audit/server/mutations'
import { type ContentName, isContentName, ownedBy } from '@/lib/content/kinds'
import { AppError } from '@/lib/http/errors'
import type { Choices } from '@/lib/move/input'
import { type MoveJob, type MoveState, PART_BYTES, WORK_STATES } from '@/lib/move/schema'
import { currentMove, lastImport, type StoredReport } from '@/lib/move/server/queries'
import { newId, newRowId } from '@/lib/platform/ids'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import { removeUnusedTechnologies } from '@/lib/technology/server/mutations'

/** How long a job belongs to its process after that has last renewed its claim: a killed one is gone on with soon. */
const CLAIM_SECONDS = 10
const RENEWAL_MS = 1_000

/** A job that this process has claimed, in the state that it works in. */
export type Claim = { id: string; claim: string; state: MoveState | 'running' }
/** An import that this process has claimed. `source` is the system and the site. */
export type ImportJob = Claim & { source: string }

/**
 * Begins an import, or goes on with the one of the same source that was stopped or killed, so that both are one undo.
 * Waits until it is sure that a killed one is no longer running.
 * @throws AppError "conflict" while another one runs
 */
export async function claimImport(admin: Admin, source: string): Promise<ImportJob> {
  const claim = newId()
  for (let waited = 0; ; waited += 1) {
    const id = await tryClaim(admin, source, claim)
    if (id) return { id, source, claim, state: 'running' }
    if (waited > CLAIM_SECONDS) throw isRunning()
    await delay(1_000)
  }
}

export function isRunning(): AppError {
  return new AppError('conflict', 'Another import is running. Wait for its end, or stop it.')
}

function tryClaim(admin: Admin, source: string, claim: string): Promise<string | null> {
  return db().$transaction(async (transaction) => {
    // One at a time looks for a running one, and begins its own.
    await transaction.$executeRaw`LOCK TABLE "Job" IN SHARE ROW EXCLUSIVE MODE`
    const [last] = await transaction.$queryRaw<
      Array<{ id: string; source: string; state: string; isClaimed: boolean }>
    >`
      SELECT "id", "source", "state", "claimedUntil" > now() AS "isClaimed" FROM "Job" WHERE "kind" = 'import'
      ORDER BY "createdAt" DESC, "id" DESC LIMIT 1`
    if (last?.state === 'running' && last.isClaimed) return null
    const isUnfinished = last?.source === source && (last.state === 'stopped' || last.state === 'running')
    const id = isUnfinished ? last.id : newRowId()
    await transaction.$executeRaw`
      INSERT INTO "Job" ("id", "kind", "state", "source", "actorId", "claim", "claimedUntil", "updatedAt")
      VALUES (${id}, 'import', 'running', ${source}, ${admin.userId}, ${claim}, ${claimEnd()}, now())
      ON CONFLICT ("id") DO UPDATE SET ("state", "actorId", "claim", "claimedUntil", "updatedAt") =
        (EXCLUDED."state", EXCLUDED."actorId", EXCLUDED."claim", EXCLUDED."claimedUntil", now())`
    return id
  })
}

/**
 * Renews the claim of a job while `work` runs, however long a text takes.
 * @param progress how many items it has come by, and of how many
 * @param work gets a signal that is aborted once the job is another's, or stopped
 */
export async function whileClaimed<Result>(
  job: Claim,
  work: (lost: AbortSignal) => Promise<Result>,
  progress: () => { cursor: number; total: number } = () => ({ cursor: 0, total: 0 }),
): Promise<Result> {
  const lost = new AbortController()
  const renew = () =>
    renewClaim(job, progress()).then(
      (isOurs) => isOurs || lost.abort(),
      // A database that does not answer for a moment.
      () => {},
    )
  const renewal = setInterval(() => void renew(), RENEWAL_MS)
  try {
    const result = await work(lost.signal)
    await renew()
    return result
  } finally {
    clearInterval(renewal)
  }
}

/** False when the job was stopped, is another's, or whoever began it is not an admin any more. */
export async function renewClaim({ id, claim, state }: Claim, { cursor = 0, total = 0 }): Promise<boolean> {
  const count = await db().$executeRaw`
    UPDATE "Job" SET "claimedUntil" = ${claimEnd()}, "updatedAt" = now(), "cursor" = greatest("cursor", ${cursor}::int),
      "options" = "options" || jsonb_build_object('total', ${total}::int),
      "tries" = CASE WHEN ${cursor}::int > "cursor" THEN 0 ELSE "tries" END
    WHERE "id" = ${id} AND "claim" = ${claim} AND "state" = ${state} AND "claimedUntil" IS NOT NULL
      AND ("actorId" = '' OR EXISTS (SELECT FROM "User" WHERE "User"."id" = "actorId" AND "isAdmin"))`
  return count > 0
}

function claimEnd() {
  return Prisma.sql`now() + make_interval(secs => ${CLAIM_SECONDS}::int)`
}

/** Leaves a job as running, for whoever takes it next. */
export async function releaseJob({ id, claim }: Claim): Promise<void> {
  await db().job.updateMany({ where: { id, claim }, data: { claimedUntil: null } })
}

export async function endImport(
  admin: Admin,
  { id, source, claim }: ImportJob,
  { state, detail }: { state: 'done' | 'stopped'; detail: string },
): Promise<void> {
  await db().$transaction(async (transaction) => {
    // Another process may have taken it over.
    const ended = await transaction.job.updateMany({ where: { id, claim }, data: { state, claimedUntil: null } })
    if (ended.count === 0) return
    await recordWrite(transaction, admin, {
      action: 'site.import',
      subjects: [{ id, name: source }],
      detail: state === 'stopped' ? `stopped: ${detail}` : detail,
    })
  })
}

/** Logs that the site's texts leave it, before they do. */
export async function recordExport(
  admin: Admin,
  { drafts, revisions }: { drafts?: boolean; revisions?: boolean },
): Promise<void> {
  const detail = ['texts', ...(drafts ? ['drafts'] : []), ...(revisions ? ['revisions'] : [])].join(', ')
  await db().$transaction((transaction) =>
    recordWrite(transaction, admin, { action: 'site.export', subjects: [], detail }),
  )
}

/** What an undo gives back: fields of the row, and what was known of it before. */
export type Before = {
  fields: Prisma.InputJsonObject
  hash: string | null
  jobId: string | null
  version: number | null
}

export type ImportedItem = {
  identity: string
  hash: string
  /** null for what was made. */
  before: Before | null
  row: {
    kind: ContentName | 'technology' | 'settings' | 'profile' | 'cv'
    id: string
    version: number
    /** Of the change that waits beside it, where that is what was brought. */
    copyVersion?: number
  }
}

/**
 * Remembers, in the transaction that writes a row where there is one, where it came from and what it was like.
 * @param job with the id null for what no undo takes back
 */
export async function saveImportedItem(
  { id: jobId, source }: { id: string | null; source: string },
  { identity, hash, before, row }: ImportedItem,
  { importedItem }: Pick<Transaction, 'importedItem'> = db(),
): Promise<void> {
  const data = {
    jobId,
    hash,
    kind: row.kind,
    rowId: row.id,
    version: row.version,
    copyVersion: row.copyVersion ?? 0,
    before: before ?? Prisma.DbNull,
    ...{ noteId: null, postId: null, pageId: null },
    ...(isContentName(row.kind) ? ownedBy({ kind: row.kind, id: row.id }) : {}),
  }
  await importedItem.upsert({
    where: { source_identity: { source, identity } },
    create: { source, identity, ...data },
    update: data,
    select: { id: true },
  })
}

/** Forgets what an undo has taken back, or knows it again as the import before has made it. */
export async function restoreImportedItem(
  transaction: Pick<Transaction, 'importedItem'>,
  id: string,
  { before, version }: { before: Before; version: number },
): Promise<void> {
  if (before.jobId === null || before.hash === null) {
    await transaction.importedItem.delete({ where: { id }, select: { id: true } })
    return
  }
  const data = { jobId: before.jobId, hash: before.hash, version, before: Prisma.DbNull }
  await transaction.importedItem.update({ where: { id }, data, select: { id: true } })
}

export async function endUndo(
  admin: Admin,
  { id, source }: Pick<ImportJob, 'id' | 'source'>,
  detail: string,
): Promise<void> {
  await db().$transaction(async (transaction) => {
    await removeUnusedTechnologies(transaction, id)
    await transaction.job.update({ where: { id }, data: { state: 'undone', claimedUntil: null }, select: { id: true } })
    await recordWrite(transaction, admin, { action: 'site.undo-import', subjects: [{ id, name: source }], detail })
  })
}

export async function deleteImportedItem(id: string): Promise<void> {
  await db().importedItem.deleteMany({ where: { id } })
}

export function isBefore(value: unknown): value is Before {
  return typeof value === 'object' && value !== null && 'fields' in value
}

/**
 * Begins to take a file, in place of the one before; or goes on with the one of this name and size that is not whole.
 * @throws AppError "conflict" while there is work on the one before
 */
export async function createMove(admin: Admin, { name, bytes }: { name: string; bytes: number }): Promise<MoveJob> {
  const before = await currentMove(admin)
  if (before?.state === 'uploading' && before.name === name && before.bytes === bytes) return requireMove(admin)
  await replaceMove(admin, { source: name, state: 'uploading', options: { bytes } })
  return requireMove(admin)
}

/** @throws AppError "not-found" where there is no import, "conflict" while there is work */
export async function createUndo(admin: Admin): Promise<MoveJob> {
  const last = await lastImport(admin)
  if (!last) throw new AppError('not-found', 'There is no import to undo.')
  await replaceMove(admin, { source: last.source, state: 'undo', options: { bytes: 0 } })
  return requireMove(admin)
}

async function replaceMove(
  admin: Admin,
  data: { source: string; state: MoveState; options: { bytes: number } },
): Promise<void> {
  await db().$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE "Job" IN SHARE ROW EXCLUSIVE MODE`
    const working = await transaction.job.count({ where: { kind: 'move', state: { in: [...WORK_STATES] } } })
    if (working > 0) throw isRunning()
    await transaction.job.deleteMany({ where: { kind: 'move' } })
    const job = { id: newId(), kind: 'move', actorId: admin.userId, ...data }
    await transaction.job.create({ data: job, select: { id: true } })
  })
}

export async function requireMove(admin: Admin, id?: string): Promise<MoveJob> {
  skipAuditRow()
  const job = await currentMove(admin)
  if (!job || (id !== undefined && job._id !== id))
    throw new AppError('not-found', 'There is no such file here any more.')
  return job
}

/**
 * Stores a part. One that is here already is left as it is.
 * @throws AppError "not-found", "conflict" for one out of order, "unprocessable" for one of another size
 */
export async function storePart(admin: Admin, id: string, number: number, content: Uint8Array): Promise<MoveJob> {
  const job = await requireMove(admin, id)
  if (job.state !== 'uploading') throw new AppError('conflict', 'This file is here already.')
  if (!Number.isSafeInteger(number) || number < 0 || number > job.parts)
    throw new AppError('conflict', `Part ${job.parts} of this file comes next.`)
  if (content.length !== Math.min(PART_BYTES, job.bytes - number * PART_BYTES))
    throw new AppError('unprocessable', `Part ${number} of this file has another size.`)
  await db().jobPart.createMany({
    data: { jobId: id, number, content: Buffer.from(content) },
    skipDuplicates: true,
  })
  return requireMove(admin, id)
}

export const partsOf = (bytes: number) => Math.ceil(bytes / PART_BYTES)

/**
 * Has a preview made, the file imported, or either stopped.
 * @throws AppError "not-found"; "conflict" where that is not what comes next
 */
export async function actOnMove(
  admin: Admin,
  id: string,
  { action, choices }: { action: 'look' | 'bring' | 'stop'; choices?: Choices },
): Promise<MoveJob> {
  const { bytes, parts, state } = await requireMove(admin, id)
  if (action === 'look' && state === 'uploading' && parts < partsOf(bytes))
    throw new AppError('conflict', 'The file is not whole yet.')
  const from: Record<typeof action, MoveState[]> = {
    look: ['uploading', 'looked', 'stopped', 'failed'],
    bring: ['looked', 'stopped'],
    stop: ['look', 'bring'],
  }
  const data = {
    look: { state: 'look', cursor: 0, tries: 0, outcome: '', look: Prisma.DbNull, options: { bytes, ...choices } },
    bring: { state: 'bring', cursor: 0, tries: 0, outcome: '' },
    stop:
      state === 'look'
        ? { state: 'stopped', outcome: 'The look was stopped.', look: Prisma.DbNull }
        : { state: 'stopped', outcome: 'The import was stopped.' },
  }[action]
  const where = { id, state: { in: from[action] }, ...(action === 'bring' ? { look: { not: Prisma.DbNull } } : {}) }
  const { count } = await db().job.updateMany({ where, data: { ...data, actorId: admin.userId } })
  if (count === 0) throw new AppError('conflict', 'This is not what comes next: load the page again.')
  return requireMove(admin, id)
}

/** A job of the screen that this process has claimed. */
export type ClaimedMove = Claim & {
  state: (typeof WORK_STATES)[number]
  name: string
  actorId: string
  bytes: number
  choices: Partial<Choices>
  tries: number
}

/** Takes what waits for a process, or was left by one that was killed; null for nothing. */
export async function claimMove(): Promise<ClaimedMove | null> {
  const claim = newId()
  type Claimed = Omit<ClaimedMove, 'claim' | 'bytes' | 'choices'> & { options: Partial<Choices> & { bytes: number } }
  const [row] = await db().$queryRaw<Claimed[]>`
    UPDATE "Job" SET "claim" = ${claim}, "claimedUntil" = ${claimEnd()}, "tries" = "tries" + 1, "updatedAt" = now()
    WHERE "id" = (
      SELECT "id" FROM "Job"
      WHERE "kind" = 'move' AND "state" IN (${Prisma.join([...WORK_STATES])})
        AND ("claimedUntil" IS NULL OR "claimedUntil" < now())
      ORDER BY "createdAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING "id", "state", "source" AS "name", "actorId", "options", "tries"`
  if (!row) return null
  const { options, ...job } = row
  const { bytes, ...choices } = options
  return { ...job, claim, bytes, choices }
}

/** What a job came to. Its file is forgotten once it is of no use. */
export async function endMove(
  { id, claim, state: was }: ClaimedMove,
  { state, outcome, report }: { state: MoveState; outcome: string; report?: StoredReport | null },
): Promise<void> {
  await db().$transaction(async (transaction) => {
    const { count } = await transaction.job.updateMany({
      where: { id, claim, state: was },
      data: {
        state,
        outcome,
        claimedUntil: null,
        ...(report === undefined ? {} : { look: (report as unknown as Prisma.InputJsonObject) ?? Prisma.DbNull }),
      },
    })
    if (count > 0 && (state === 'done' || state === 'undone'))
      await transaction.jobPart.deleteMany({ where: { jobId: id } })
  })
}

/** Files that nobody has imported after all; those that are worked at are left. */
export async function deleteOldMoves(before: Date): Promise<number> {
  const { count } = await db().job.deleteMany({
    where: { kind: 'move', updatedAt: { lt: before }, state: { notIn: [...WORK_STATES] } },
  })
  return count
}
