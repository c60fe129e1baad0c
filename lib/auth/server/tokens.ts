import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Admin, ApiToken } from '@/lib/access/actor'
import type { Scope } from '@/lib/calls/call'
import { AppError } from '@/lib/http/errors'
import { db, type Transaction } from '@/lib/platform/server/db'

const PREFIX = 'colophon_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_CHARACTERS = 40
const SUM_CHARACTERS = 6
/** The prefix, the secret and its sum. */
const SPELLING = /^colophon_[0-9A-Za-z]{46}$/
const TOUCH_AFTER_MS = 10 * 60 * 1000

/** The token of an Authorization header, "" for a blank one; undefined where it has another scheme or is not there. */
export function bearerOf(authorization: string | null | undefined): string | undefined {
  const [scheme = '', token = ''] = (authorization ?? '').split(' ', 2)
  return scheme.toLowerCase() === 'bearer' ? token : undefined
}

/** A new token: 238 bits, and a sum by which scanners know one. */
export function newToken(): string {
  const secret = Array.from({ length: SECRET_CHARACTERS }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return PREFIX + secret + sumOf(secret)
}

function sumOf(secret: string): string {
  let sum = ''
  for (let rest = crc32(secret); sum.length < SUM_CHARACTERS; rest = Math.floor(rest / DIGITS.length))
    sum = DIGITS[rest % DIGITS.length] + sum
  return sum
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

type TokenRow = Omit<ApiToken, 'name'> &
  Record<'tokenName' | 'userId' | 'name' | 'email', string> & { lastUsedAt: Date | null }

/** A live token of somebody who is an admin. What is not spelled like one of ours costs no query. */
export async function findToken(token: string): Promise<TokenRow | undefined> {
  if (!SPELLING.test(token) || sumOf(token.slice(PREFIX.length, -SUM_CHARACTERS)) !== token.slice(-SUM_CHARACTERS))
    return undefined
  const [row] = await db().$queryRaw<TokenRow[]>`
    SELECT "ApiToken"."id", "ApiToken"."name" AS "tokenName", "scopes", "expiresAt", "lastUsedAt", "userId",
      "User"."name", "email"
    FROM "ApiToken" JOIN "User" ON "User"."id" = "userId"
    WHERE "hash" = ${hashOfToken(token)} AND "expiresAt" > ${new Date()} AND "isAdmin"`
  return row
}

const limits = new AsyncLocalStorage<readonly Scope[]>()

/** Runs `work`, for which a token has no other scopes than these, and of them those it has. */
export const withScopes = <Result>(scopes: readonly Scope[], work: () => Promise<Result>) => limits.run(scopes, work)

/**
 * The admin for whom a token calls. Signed in never, so that whatever asks for a recent sign-in refuses it.
 * @throws AppError "unauthenticated"
 */
export async function requireToken(bearer: string): Promise<Admin> {
  const row = await findToken(bearer)
  if (!row) {
    const challenge = 'error="invalid_token"'
    throw new AppError('unauthenticated', 'This token is unknown, has expired or was revoked.', { challenge })
  }
  const { id, tokenName, expiresAt, lastUsedAt, userId, name, email } = row
  const limit = limits.getStore()
  const scopes = limit ? row.scopes.filter((scope) => limit.some((allowed) => allowed === scope)) : row.scopes
  const now = Date.now()
  if (!lastUsedAt || lastUsedAt.getTime() < now - TOUCH_AFTER_MS)
    await db().apiToken.updateMany({ where: { id }, data: { lastUsedAt: new Date(now) } })
  const token = { id, name: tokenName, scopes, expiresAt }
  return { userId, sessionId: '', name, email, isAdmin: true, signedInAt: new Date(0), token } as unknown as Admin
}

/** Ends the sessions and tokens of accounts. */
export async function endAccess(transaction: Transaction, userIds: string[]): Promise<void> {
  const where = { userId: { in: userIds } }
  await transaction.session.deleteMany({ where })
  await transaction.apiToken.deleteMany({ where })
}
