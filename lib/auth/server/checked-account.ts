import { AppError } from '@/lib/http/errors'
import type { Transaction } from '@/lib/platform/server/db'

export const WRONG_CREDENTIALS = 'Wrong email or password.'
export const CODE_WANTED = 'Enter the code from your authenticator app.'

/** What a sign-in was checked against. `secondFactor` is the sealed key of a confirmed one. */
export type CheckedAccount = { userId: string; passwordHash: string; secondFactor: string | null }

/** Whoever ends sessions because an account changes locks it first: no session begins before that is committed. */
export async function lockAccount(transaction: Transaction, userId: string) {
  const [account] = await transaction.$queryRaw<Array<{ name: string; isAdmin: boolean; passwordHash: string }>>`
    SELECT "name", "isAdmin", "passwordHash" FROM "User" WHERE "id" = ${userId} FOR NO KEY UPDATE`
  return account
}

/**
 * Locks an account that is still what was checked. Between the check and the beginning of its session the password may
 * have been changed, or a second factor confirmed: both end the sessions that were begun before.
 * @throws AppError "unauthenticated", with `secondFactor` where a code is required by now
 */
export async function lockChecked(
  transaction: Transaction,
  { userId, passwordHash, secondFactor }: CheckedAccount,
): Promise<{ name: string; isAdmin: boolean }> {
  const account = await lockAccount(transaction, userId)
  if (account?.passwordHash !== passwordHash) throw new AppError('unauthenticated', WRONG_CREDENTIALS)
  // In a statement of its own, which sees what was committed while the first one waited.
  const where = { userId, isConfirmed: true }
  const confirmed = await transaction.secondFactor.findFirst({ where, select: { sealedKey: true } })
  if (confirmed && confirmed.sealedKey !== secondFactor)
    throw new AppError('unauthenticated', CODE_WANTED, { secondFactor: true })
  return account
}
