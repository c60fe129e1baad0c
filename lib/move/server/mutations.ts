import { setTimeout as delay } from 'node:timers/promises'
import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { AppError } from '@/lib/http/errors'
import { newId } from '@/lib/platform/ids'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'

/** How long a job belongs to its process after that has last said so: a killed one is gone on with soon. */
const CLAIM_SECONDS = 10
const RENEWAL_MS = 2_000

/** An import that this process has claimed. `source` says of which system and site. */
export type ImportJob = { id: string; source: string; claim: string }

/**
 * Begins an import, or goes on with the one of the same source that was stopped or killed, so that both are one undo.
 * Waits until it is sure that a killed one is no longer running.
 * @throws AppError "conflict" while another one runs
 */
export async function claimImport(admin: Admin, source: string): Promise<ImportJob> {
  const claim = newId()
  for (let waited = 0; ; waited += 1) {
    const id = await tryClaim(admin, source, claim)
    if (id) return { id, source, claim }
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
    const id = isUnfinished ? last.id : newId()
    await transaction.$executeRaw`
      INSERT INTO "Job" ("id", "kind", "state", "source", "actorId", "claim", "claimedUntil", "updatedAt")
      VALUES (${id}, 'import', 'running', ${source}, ${admin.userId}, ${claim}, ${claimEnd()}, now())
      ON CONFLICT ("id") DO UPDATE SET ("state", "actorId", "claim", "claimedUntil", "updatedAt") =
        (EXCLUDED."state", EXCLUDED."actorId", EXCLUDED."claim", EXCLUDED."claimedUntil", now())`
    return id
  })
}

/** Keeps a job while `work` runs, however long a text takes. */
export async function whileClaimed<Result>(job: ImportJob, work: () => Promise<Result>): Promise<Result> {
  const renewal = setInterval(() => void renew(job).catch(() => {}), RENEWAL_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}

/** @throws AppError "conflict" when another process has taken the job meanwhile */
export async function renew({ id, claim }: ImportJob): Promise<void> {
  const count = await db().$executeRaw`
    UPDATE "Job" SET "claimedUntil" = ${claimEnd()}, "updatedAt" = now()
    WHERE "id" = ${id} AND "claim" = ${claim} AND "state" = 'running'`
  if (count === 0) throw new AppError('conflict', 'This import was taken over by another process.')
}

function claimEnd() {
  return Prisma.sql`now() + make_interval(secs => ${CLAIM_SECONDS}::int)`
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

/** That the site's texts leave it, before they do. */
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

export type BroughtItem = {
  identity: string
  hash: string
  /** null for what was made. */
  before: Before | null
  row: { kind: 'note' | 'post' | 'settings' | 'profile'; id: string; version: number }
}

/** Remembers, in the transaction that writes a row, where it came from and what it was like. */
export async function keepItem(
  transaction: Pick<Transaction, 'importedItem'>,
  { id: jobId, source }: ImportJob,
  { identity, hash, before, row }: BroughtItem,
): Promise<void> {
  const data = {
    jobId,
    hash,
    kind: row.kind,
    rowId: row.id,
    version: row.version,
    before: before ?? Prisma.DbNull,
    noteId: row.kind === 'note' ? row.id : null,
    postId: row.kind === 'post' ? row.id : null,
  }
  await transaction.importedItem.upsert({
    where: { source_identity: { source, identity } },
    create: { source, identity, ...data },
    update: data,
    select: { id: true },
  })
}

/** Forgets what an undo has taken back, or knows it again as the import before has brought it. */
export async function takeBack(
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
    await transaction.job.update({ where: { id }, data: { state: 'undone', claimedUntil: null }, select: { id: true } })
    await recordWrite(transaction, admin, { action: 'site.undo-import', subjects: [{ id, name: source }], detail })
  })
}

/** The same of the site's own settings or profile, after they were written. */
export async function keepSiteItem(job: ImportJob, item: BroughtItem): Promise<void> {
  await keepItem(db(), job, item)
}

export async function forgetItem(id: string): Promise<void> {
  await db().importedItem.deleteMany({ where: { id } })
}

export function isBefore(value: unknown): value is Before {
  return typeof value === 'object' && value !== null && 'fields' in value
}
