import { createHash } from 'node:crypto'
import type { Admin } from '@/lib/access/actor'
import type { AuditAction } from '@/lib/audit/actions'
import { currentAuditContext } from '@/lib/audit/server/audit-context'
import { AppError } from '@/lib/http/errors'
import { db, type Transaction } from '@/lib/platform/server/db'

const LIFETIME_MS = 24 * 60 * 60 * 1000

export type Creation<Row> = {
  admin: Admin
  action: AuditAction
  key: string | null
  /** The request's fields; two bodies are the same when `JSON.stringify` of them is. */
  fields: unknown
  file?: Uint8Array
  /** Reads the row with this id; null when it was deleted. */
  find: (id: string) => Promise<Row | null>
}

/** Call it last in the transaction that creates the row. */
export type ClaimKey = (transaction: Transaction, id: string) => Promise<void>

/**
 * Creates one row per key, however often and concurrently the request is sent: a repeated request gets the first one's
 * row. A key whose row was deleted creates a new one, or the request's content would be lost.
 * @param create runs its own transaction and calls `claim` in it
 * @throws AppError "conflict" with the row as `current` when the key was used with another body; whatever `create`
 * throws
 */
export async function createOnce<Row>(
  { admin: { userId }, action, key, fields, file, find }: Creation<Row>,
  create: (claim: ClaimKey) => Promise<Row>,
): Promise<Row> {
  if (key === null) return create(async () => {})
  const bodyHash = hashOf(JSON.stringify([fields, file && hashOf(file)]))
  let goneId = ''
  let isTaken = false

  async function findMade(): Promise<Row | null> {
    const claimed = await db().idempotencyKey.findUnique({
      where: { userId_action_key: { userId, action, key: key ?? '' } },
    })
    const row = claimed && (await find(claimed.subjectId))
    if (!row) {
      goneId = claimed?.subjectId ?? ''
      return null
    }
    if (claimed.bodyHash !== bodyHash) {
      throw new AppError('conflict', 'This was already saved with different text.', { current: row })
    }
    // The first request is in the audit log already; this one changes nothing.
    const auditContext = currentAuditContext()
    if (auditContext) auditContext.isRecorded = true
    return row
  }

  const made = await findMade()
  if (made) return made
  try {
    return await create(async (transaction, id) => {
      // Blocks until a concurrent request with the same key has committed.
      const count = await transaction.$executeRaw`
        INSERT INTO "IdempotencyKey" AS claimed ("userId", "action", "key", "bodyHash", "subjectId")
        VALUES (${userId}, ${action}, ${key}, ${bodyHash}, ${id})
        ON CONFLICT ("userId", "action", "key") DO UPDATE
          SET "bodyHash" = excluded."bodyHash", "subjectId" = excluded."subjectId", "createdAt" = now()
          WHERE claimed."subjectId" = ${goneId}`
      isTaken = count === 0
      if (isTaken) throw new AppError('conflict', 'This was sent twice at once. Please try again.')
    })
  } catch (error) {
    const first = isTaken ? await findMade() : null
    if (!first) throw error
    return first
  }
}

/** Deletes keys older than a day; returns how many. */
export async function deleteOldKeys(now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - LIFETIME_MS)
  return (await db().idempotencyKey.deleteMany({ where: { createdAt: { lt: oldest } } })).count
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
