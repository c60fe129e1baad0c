import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { cache } from 'react'
import type { Admin, Member } from '@/lib/access/actor'
import { currentAuditContext } from '@/lib/audit/server/audit-context'
import { recordWrite } from '@/lib/audit/server/mutations'
import { countWrite } from '@/lib/auth/server/auth-rate-limit'
import { authSecret } from '@/lib/auth/server/auth-secret'
import { type CheckedAccount, lockChecked } from '@/lib/auth/server/checked-account'
import { deviceCookieValue } from '@/lib/auth/server/device-cookie'
import {
  DEVICE_SECONDS,
  deviceCookie,
  SESSION_ABSOLUTE_SECONDS,
  SESSION_IDLE_SECONDS,
  sessionCookie,
} from '@/lib/auth/server/session-cookie'
import { AppError } from '@/lib/http/errors'
import { db } from '@/lib/platform/server/db'

/**
 * The content of the session cookie. `sid` identifies the session's row; `isAdmin` is only a hint for the middleware.
 */
export type SessionToken = { sub: string; sid: string; name: string; isAdmin: boolean }

/** The live sessions of one account; one more ends the oldest. */
const SESSIONS_MAX = 50
const TOUCH_AFTER_MS = 10 * 60 * 1000
const hashOf = (sid: string) => createHash('sha256').update(sid).digest('base64url')

/**
 * Creates a session row and returns the content of its cookie.
 * @throws AppError "unauthenticated" when the account is not what was checked any more
 */
export async function startSession(checked: CheckedAccount, userAgent: string): Promise<SessionToken> {
  const { userId } = checked
  const sid = randomBytes(32).toString('base64url')
  const now = Date.now()
  return db().$transaction(async (transaction) => {
    const { name, isAdmin } = await lockChecked(transaction, checked)
    await transaction.$executeRaw`
      DELETE FROM "Session" WHERE "userId" = ${userId} AND ("expiresAt" < ${new Date(now)} OR "id" IN (
        SELECT "id" FROM "Session" WHERE "userId" = ${userId} ORDER BY "createdAt" DESC, "id" OFFSET ${SESSIONS_MAX - 1}))`
    await transaction.session.create({
      data: {
        tokenHash: hashOf(sid),
        userId,
        userAgent: userAgent.slice(0, 300),
        expiresAt: new Date(now + SESSION_ABSOLUTE_SECONDS * 1000),
      },
      select: { id: true },
    })
    await recordWrite(transaction, { userId, name }, { action: 'session.start', subjects: [{ id: userId, name }] })
    return { sub: userId, sid, name, isAdmin }
  })
}

export async function setSessionCookie(token: SessionToken): Promise<void> {
  const { name, options } = sessionCookie()
  const value = await encode({ token, secret: authSecret(), maxAge: SESSION_ABSOLUTE_SECONDS })
  ;(await cookies()).set(name, value, { ...options, maxAge: SESSION_ABSOLUTE_SECONDS })
}

/** Marks this browser as known to the account: its sign-in attempts are counted separately from now on. */
export async function setDeviceCookie(userId: string): Promise<void> {
  const { name, options } = deviceCookie()
  const jar = await cookies()
  jar.set(name, await deviceCookieValue(jar.get(name)?.value, userId), { ...options, maxAge: DEVICE_SECONDS })
}

export async function clearSessionCookie(): Promise<void> {
  const { name, options } = sessionCookie()
  ;(await cookies()).set(name, '', { ...options, maxAge: 0 })
}

/** Decrypting takes longer than the query that says, for each request, whether the session is live. */
const decrypted = new LRUCache<string, SessionToken>({ max: 1_000 })

/** The content of a cookie, or null when it is missing, forged or damaged. Expiry is up to its row. Makes no query. */
async function readToken(value: string | undefined): Promise<SessionToken | null> {
  if (!value) return null
  const known = decrypted.get(value)
  if (known) return known
  try {
    const token = await decode({ token: value, secret: authSecret() })
    if (typeof token?.sub !== 'string' || typeof token.sid !== 'string') return null
    const { sub, sid, name, isAdmin } = token
    const read = { sub, sid, name: String(name ?? ''), isAdmin: isAdmin === true }
    // A cookie can be spelt in any length that a header may have.
    if (value.length <= 4_096) decrypted.set(value, read)
    return read
  } catch {
    return null
  }
}

type SessionRow = Record<'createdAt' | 'lastSeenAt' | 'expiresAt', Date> &
  Record<'id' | 'userId' | 'name' | 'email', string> & { isAdmin: boolean }

/** The member of a live session, read from the database. */
export async function findMember(sid: string): Promise<Member | null> {
  const now = Date.now()
  // Every signed-in request asks this, and Prisma would make two queries of it.
  const [row] = await db().$queryRaw<SessionRow[]>`
    SELECT "Session"."id", "Session"."createdAt", "lastSeenAt", "expiresAt", "userId", "name", "email", "isAdmin"
    FROM "Session" JOIN "User" ON "User"."id" = "userId" WHERE "tokenHash" = ${hashOf(sid)}`
  if (!row || row.expiresAt.getTime() <= now || row.lastSeenAt.getTime() <= now - SESSION_IDLE_SECONDS * 1000)
    return null
  if (row.lastSeenAt.getTime() < now - TOUCH_AFTER_MS) {
    await db().session.updateMany({ where: { id: row.id }, data: { lastSeenAt: new Date(now) } })
  }
  const { id: sessionId, userId, name, email, isAdmin, createdAt: signedInAt } = row
  return { userId, sessionId, name, email, isAdmin, signedInAt }
}

/** The member who sent this request, or null for a visitor; read once for all that one page shows. */
export const currentMember = cache(async (): Promise<Member | null> => {
  const token = await readToken((await cookies()).get(sessionCookie().name)?.value)
  return token ? findMember(token.sid) : null
})

/**
 * The member who sent this request. A write is counted against the rate limit, and the audit log records the member.
 * @throws AppError "unauthenticated" without a live session, "too-many" when writes exceed the rate limit
 */
export async function requireMember(): Promise<Member> {
  const member = await currentMember()
  if (!member) throw new AppError('unauthenticated', 'Please sign in first.')
  await recordActor(member)
  return member
}

/**
 * Names who sends a write, for the audit log, and counts it.
 * @throws AppError "too-many"
 */
export async function recordActor(member: Member): Promise<void> {
  const context = currentAuditContext()
  if (!context || context.actor) return
  context.actor = member
  await countWrite(member, context.address)
}

/**
 * With `currentAdmin` the only source of an `Admin` for a request: read from the database, never from the cookie's hint.
 * @throws AppError "unauthenticated" or "forbidden"
 */
export async function requireAdmin(): Promise<Admin> {
  const member = await requireMember()
  if (!member.isAdmin) throw new AppError('forbidden', 'Only an admin may do this.')
  return member as Admin
}

/** The admin who sent this request, read from the database, or null for everybody else. */
export async function currentAdmin(): Promise<Admin | null> {
  const member = await currentMember()
  return member?.isAdmin ? (member as Admin) : null
}

/** Ends the session with this handle; does nothing when there is none. */
export async function endSession(sid: string): Promise<void> {
  await db().$transaction(async (transaction) => {
    const session = await transaction.session.findUnique({
      where: { tokenHash: hashOf(sid) },
      select: { id: true, user: { select: { id: true, name: true } } },
    })
    if (!session) return
    const { id, name } = session.user
    const { count } = await transaction.session.deleteMany({ where: { id: session.id } })
    if (count === 0) return
    await recordWrite(transaction, { userId: id, name }, { action: 'session.end', subjects: [{ id, name }] })
  })
}

/** Ends the session of this request, if any, and clears its cookie. */
export async function endCurrentSession(): Promise<void> {
  const token = await readToken((await cookies()).get(sessionCookie().name)?.value)
  await clearSessionCookie()
  if (token) await endSession(token.sid)
}

/** Updates the cookie of a member whose role or name changed since it was set. */
export async function refreshHint(member: Member): Promise<void> {
  const token = await readToken((await cookies()).get(sessionCookie().name)?.value)
  if (token && (token.isAdmin !== member.isAdmin || token.name !== member.name)) {
    await setSessionCookie({ ...token, name: member.name, isAdmin: member.isAdmin })
  }
}
