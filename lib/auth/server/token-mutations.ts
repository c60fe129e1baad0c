import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { lockAccount } from '@/lib/auth/server/checked-account'
import { requireCode } from '@/lib/auth/server/second-factor-codes'
import { FRESH_SIGN_IN_MS } from '@/lib/auth/server/session-cookie'
import { liveTokens, mayMakeTokens, toToken } from '@/lib/auth/server/token-queries'
import { hashOfToken, newToken } from '@/lib/auth/server/tokens'
import type { CreateTokenInput } from '@/lib/auth/token-input'
import { SIGN_IN_AGAIN, TOKENS_NEED_HTTPS, type Token } from '@/lib/auth/token-schema'
import { AppError } from '@/lib/http/errors'
import { DAY_MS } from '@/lib/platform/days'
import { isId } from '@/lib/platform/ids'
import { db } from '@/lib/platform/server/db'

const TOKENS_MAX = 20
const UNUSED_DAYS = 180

/**
 * Makes a token of the admin; `token` can never be read again.
 * @throws AppError "forbidden" where the sign-in is too old or the site has no https; "unprocessable" without the code
 * of a second factor; "conflict" beyond the most an account may have
 */
export async function createToken(
  admin: Admin,
  { name, scopes, days, code }: CreateTokenInput,
): Promise<{ token: string; data: Token }> {
  if (!mayMakeTokens()) throw new AppError('forbidden', TOKENS_NEED_HTTPS)
  if (Date.now() - admin.signedInAt.getTime() > FRESH_SIGN_IN_MS)
    throw new AppError('forbidden', SIGN_IN_AGAIN, { issues: [{ path: 'session', message: SIGN_IN_AGAIN }] })
  const { userId } = admin
  await requireCode(userId, code)
  const token = newToken()
  const row = await db().$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    if ((await transaction.apiToken.count({ where: liveTokens(userId) })) >= TOKENS_MAX)
      throw new AppError('conflict', `You have ${TOKENS_MAX} tokens already: revoke one first.`)
    const expiresAt = new Date(Date.now() + days * DAY_MS)
    const data = { userId, name, scopes, expiresAt, hash: hashOfToken(token), lastFour: token.slice(-4) }
    const made = await transaction.apiToken.create({ data, omit: { hash: true } })
    const detail = `${scopes.join(', ')}, ${days} days`
    await recordWrite(transaction, admin, { action: 'token.create', subjects: [{ id: made.id, name }], detail })
    return made
  })
  return { token, data: toToken(row) }
}

/**
 * Ends one of the admin's own tokens.
 * @throws AppError "not-found"
 */
export function revokeToken(admin: Admin, id: string): Promise<void> {
  return db().$transaction(async (transaction) => {
    const where = { id, userId: admin.userId }
    const subject = isId(id) && (await transaction.apiToken.findFirst({ where, select: { id: true, name: true } }))
    if (!subject) throw new AppError('not-found', 'There is no such token.')
    await transaction.apiToken.deleteMany({ where })
    await recordWrite(transaction, admin, { action: 'token.revoke', subjects: [subject] })
  })
}

/** Deletes tokens that nobody has used for half a year; returns how many. */
export async function deleteUnusedTokens(): Promise<number> {
  const before = new Date(Date.now() - UNUSED_DAYS * DAY_MS)
  const unused = { OR: [{ lastUsedAt: { lt: before } }, { lastUsedAt: null, createdAt: { lt: before } }] }
  return (await db().apiToken.deleteMany({ where: unused })).count
}
