import { createHash } from 'node:crypto'
import type { AuditAction } from '@/lib/audit/actions'
import { type AuditContext, currentAuditContext, type Sender, type Subject } from '@/lib/audit/server/audit-context'
import { AppError } from '@/lib/http/errors'
import { addressBucket } from '@/lib/http/server/client-address'
import { createInMemoryRateLimit } from '@/lib/http/server/in-memory-rate-limit'
import { isId, newRowId } from '@/lib/platform/ids'
import { db, type Transaction } from '@/lib/platform/server/db'
import { describeError, log } from '@/lib/platform/server/log'

const NAME_MAX_CHARACTERS = 200
const DETAIL_MAX_CHARACTERS = 300
const MAX_SUBJECTS = 100
/**
 * Who tried to sign in, and to take the texts away, is in the audit log; other refusals are in the process's log alone.
 */
const RECORDED_REFUSALS = new Set<string>(['session.start', 'site.export'] satisfies AuditAction[])
/** Refusals of one kind to one client within this time share one row. */
const MERGE_MS = 10 * 60 * 1000
/** The rate at which refusals to one client who is no admin are recorded. */
const REFUSALS = { windowMs: 60_000, perKey: 60, all: 600 }
/**
 * Refusals of strangers that cost nothing but their row: too many tries, a body that breaks off. Many addresses may send
 * them at once, and one row a second says that they do.
 */
const CHEAP_STATUSES = new Set([400, 429])
const CHEAP_REFUSALS = { windowMs: 1_000, perKey: 1, all: 1 }

const RETAINED_MONTHS = 12
/** The maximum of rows. Refusals have a limit of their own, so that nobody can push out records of real changes. */
const MAX_REFUSALS = 100_000
/** So have sign-ins and profile changes of members who are no admins: anyone may sign up and cause many. */
const MAX_OWN_ACCOUNT = 100_000
const MAX_ROWS = 1_000_000

export type RecordedWrite = {
  action: AuditAction
  subjects: Subject[]
  /** Names of changed fields and the like; never values. */
  detail?: string
}

/**
 * Records a write, as the last step of its transaction: both commit, or neither does. Within a request the client's
 * address is added automatically. Call it before the actor's own session is deleted.
 * @throws AppError "unauthenticated" or "forbidden" when the actor has lost the required role or session since the
 * request began
 */
export async function recordWrite(
  transaction: Transaction,
  actor: Sender,
  { action, subjects, detail = '' }: RecordedWrite,
): Promise<void> {
  const context = currentAuditContext()
  const { subjectIds, subjectName } = subjectColumns(subjects)
  // One statement with the check: every write makes both.
  const [session] = await transaction.$queryRaw<Array<{ isAdmin: boolean }>>`
    WITH event AS (
      INSERT INTO "AuditEvent" ("id", "actorId", "actorName", "via", "address", "action", "outcome", "subjectIds", "subjectName", "detail")
      VALUES (${newRowId()}, ${actor.userId}, ${actor.name}, ${viaOf(actor)}, ${context?.address ?? ''}, ${action}, 'done',
        ${subjectIds}::text[], ${subjectName}, ${detail.slice(0, DETAIL_MAX_CHARACTERS)})
    )
    SELECT "isAdmin" FROM "User" WHERE "id" IN (
      SELECT "userId" FROM "Session" WHERE "id" = ${actor.sessionId ?? ''}
      UNION ALL SELECT "userId" FROM "ApiToken" WHERE "id" = ${actor.token?.id ?? ''})`
  if (actor.sessionId || actor.token) refuseFormer(session, actor.isAdmin === true)
  if (context) context.isRecorded = true
}

/** The token a write came by, as its row names it. */
const viaOf = (actor: Sender | null) => (actor?.token ? `${actor.token.id} ${actor.token.name}` : '')

function subjectColumns(subjects: Subject[]) {
  const names = subjects.flatMap(({ name }) => name ?? []).join(', ')
  return {
    subjectIds: subjects.slice(0, MAX_SUBJECTS).map(({ id }) => id),
    subjectName: names.slice(0, NAME_MAX_CHARACTERS),
  }
}

/**
 * A request is authorised when it begins; before its body has arrived, the actor may have been demoted or signed out.
 */
function refuseFormer(session: { isAdmin: boolean } | undefined, asAdmin: boolean): void {
  if (!session) throw new AppError('unauthenticated', 'Please sign in first.')
  if (asAdmin && !session.isAdmin) throw new AppError('forbidden', 'Only an admin may do this.')
}

const withinRefusals = createInMemoryRateLimit(REFUSALS)
const withinCheapRefusals = createInMemoryRateLimit(CHEAP_REFUSALS)

/**
 * Finishes the audit context of a request: logs what was refused or failed, with a row where it is a sign-in or an
 * export, and records any write of a signed-in user without a row yet. Never throws: the response is decided, and an
 * unavailable database is logged.
 * @param id the id in the request's path
 */
export async function finishAudit(
  context: AuditContext,
  status: number,
  error: AppError | null,
  id = '',
): Promise<void> {
  const { action, address, actor, isRecorded } = context
  const refusal = context.refusal ?? error
  const isRefused = refusal !== null || status >= 400
  if (!isRefused && (isRecorded || !actor)) return
  try {
    if (!isRefused) {
      const who = { actorId: actor?.userId, actorName: actor?.name, via: viaOf(actor), address }
      const data = { ...who, action, outcome: 'done', subjectIds: isId(id) ? [id] : [] }
      await db().auditEvent.create({ data, select: { id: true } })
      return
    }
    const refused = { status: refusal?.status ?? status, reason: refusal?.message ?? '' }
    log('warn', 'refused', { action, ...refused, address, actor: actor?.userId, id: id || undefined })
    // Of 503 the database may be the cause: another query would make the client wait as long again.
    if (RECORDED_REFUSALS.has(action) && status !== 503) await recordRefusal(context, refused)
  } catch (failure) {
    log('error', 'audit row not written', { action, status, ...describeError(failure) })
  }
}

async function recordRefusal(
  { action, address, actor, account }: AuditContext,
  { status, reason }: { status: number; reason: string },
): Promise<void> {
  const sender = actor?.userId ?? addressBucket(address)
  if (!actor && CHEAP_STATUSES.has(status) && !withinCheapRefusals('')) return
  if (!actor?.isAdmin && !withinRefusals(sender)) return
  const slot = Math.floor(Date.now() / MERGE_MS)
  // Other words are another row, but not other numbers in them.
  const parts = [sender, action, status, reason.replace(/\d+/g, ''), account?.userId ?? '', slot]
  const mergeKey = createHash('sha256').update(parts.join('\n')).digest('base64url')
  const refused = {
    outcome: status >= 500 ? 'failed' : 'refused',
    ...subjectColumns(account ? [{ id: account.userId, name: account.name }] : []),
    detail: reason.slice(0, DETAIL_MAX_CHARACTERS),
  }
  await db().auditEvent.upsert({
    where: { mergeKey },
    create: {
      mergeKey,
      action,
      address,
      actorId: actor?.userId,
      actorName: actor?.name,
      via: viaOf(actor),
      ...refused,
    },
    update: { times: { increment: 1 }, ...refused },
    select: { id: true },
  })
}

/** Deletes rows older than 12 months, then the oldest beyond the limits; returns how many. */
export async function deleteOldEvents(now: Date): Promise<number> {
  const oldest = new Date(now)
  oldest.setMonth(oldest.getMonth() - RETAINED_MONTHS)
  const { count } = await db().auditEvent.deleteMany({ where: { createdAt: { lt: oldest } } })
  // In arrays: with old statistics PostgreSQL would look for what is beyond a limit again for each row of the table.
  const refusals = await db().$executeRaw`
    DELETE FROM "AuditEvent" WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "AuditEvent" WHERE "outcome" <> 'done' ORDER BY "createdAt" DESC, "id" DESC OFFSET ${MAX_REFUSALS}))`
  const ownAccount = await db().$executeRaw`
    DELETE FROM "AuditEvent" WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "AuditEvent" AS event
      WHERE "outcome" = 'done' AND "subjectIds" = ARRAY["actorId"]
        AND NOT EXISTS (SELECT FROM "User" AS admin WHERE admin."id" = event."actorId" AND admin."isAdmin")
      ORDER BY "createdAt" DESC, "id" DESC OFFSET ${MAX_OWN_ACCOUNT}))`
  const beyond = await db().$executeRaw`
    DELETE FROM "AuditEvent" WHERE "id" = ANY(ARRAY(
      SELECT "id" FROM "AuditEvent" ORDER BY "createdAt" DESC, "id" DESC OFFSET ${MAX_ROWS}))`
  return count + refusals + ownAccount + beyond
}
