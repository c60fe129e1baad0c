import { encodeQR } from 'qr'
import type { Admin, Member } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { countCode } from '@/lib/auth/server/auth-rate-limit'
import { lockAccount } from '@/lib/auth/server/checked-account'
import { attemptSourceOf } from '@/lib/auth/server/device-cookie'
import { verifyPassword } from '@/lib/auth/server/password'
import {
  CODE_WRONG,
  generatorOf,
  hasSecondFactor,
  newKey,
  newRecoveryCodes,
  openKey,
  recoveryHash,
  sealKey,
  spendCode,
  stepOfCode,
} from '@/lib/auth/server/second-factor-codes'
import { AppError, fieldError } from '@/lib/http/errors'
import { db } from '@/lib/platform/server/db'

/** The key for an authenticator app, as a QR code and as text to type. */
export type NewSecondFactor = { qr: string; key: string }

/**
 * Allows admins, and members who still have a second factor. Handlers call it before they read the body.
 * @throws AppError "forbidden"
 */
export async function requireSecondFactorUser(member: Member): Promise<void> {
  if (!member.isAdmin && !(await hasSecondFactor(member.userId)))
    throw new AppError('forbidden', 'Only an admin may do this.')
}

/**
 * Creates a key for an admin's authenticator app; sign-in does not change before `confirmSecondFactor`.
 * @throws AppError "forbidden" for members who are no admins; "conflict" where one is confirmed; "unprocessable" with
 * the wrong password; "too-many"
 */
export async function beginSecondFactor(member: Member, password: string): Promise<NewSecondFactor> {
  if (!member.isAdmin) throw new AppError('forbidden', 'Only an admin may do this.')
  // Before the attempt is counted: a right password resets the count, which would allow unlimited guesses at codes.
  if (await hasSecondFactor(member.userId)) throw new AppError('conflict', 'Two-step sign-in is already on.')
  const tried = await countCode(member.userId, await attemptSourceOf(member.userId))
  const { email } = await requirePassword(member, password)
  await tried.succeeded()
  const key = newKey()
  const fresh = { sealedKey: sealKey(key, member.userId), isConfirmed: false, lastStep: 0, recoveryHashes: [] }
  await db().$transaction(async (transaction) => {
    // Does not overwrite one that was confirmed concurrently.
    await transaction.secondFactor.deleteMany({ where: { userId: member.userId, isConfirmed: false } })
    await transaction.secondFactor.create({ data: { userId: member.userId, ...fresh }, select: { userId: true } })
    await recordWrite(transaction, member, { action: 'second-factor.begin', subjects: subjectOf(member) })
  })
  const generator = generatorOf(key, email)
  const svg = encodeQR(generator.toString(), 'svg')
  return { qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, key: generator.secret.base32 }
}

/**
 * Confirms the second factor with a code of the app, ends every other session, and returns the recovery codes, which
 * cannot be read again.
 * @throws AppError "conflict" where none is pending; "unprocessable" with a wrong code; "too-many"
 */
export async function confirmSecondFactor(member: Member, code: string): Promise<string[]> {
  const { userId } = member
  const row = await db().secondFactor.findUnique({ where: { userId, isConfirmed: false }, select: { sealedKey: true } })
  const key = row && openKey(row.sealedKey, userId)
  if (!row || !key) throw new AppError('conflict', 'Enter your password first.')
  const tried = await countCode(userId, await attemptSourceOf(userId))
  const step = stepOfCode(key, code)
  if (step === null) throw fieldError('code', 'The code is wrong. Is the clock of your phone right?')
  await tried.succeeded()
  const codes = newRecoveryCodes()
  const recoveryHashes = codes.map((recoveryCode) => recoveryHash(recoveryCode, userId))
  await db().$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, isConfirmed: false, sealedKey: row.sealedKey },
      data: { isConfirmed: true, lastStep: step, recoveryHashes },
    })
    if (count === 0) throw new AppError('conflict', 'Two-step sign-in was changed in the meantime.')
    await transaction.session.deleteMany({ where: { userId, NOT: { id: member.sessionId } } })
    await recordWrite(transaction, member, { action: 'second-factor.on', subjects: subjectOf(member) })
  })
  return codes
}

/**
 * Disables the second factor; requires the password and a code.
 * @throws AppError "conflict" where none is confirmed; "unprocessable" with a wrong password or code; "too-many"
 */
export async function disableSecondFactor(member: Member, password: string, code: string): Promise<void> {
  if (!(await hasSecondFactor(member.userId))) throw new AppError('conflict', 'Two-step sign-in is already off.')
  const tried = await countCode(member.userId, await attemptSourceOf(member.userId))
  await requirePassword(member, password)
  if (!(await spendCode(member.userId, code))) throw fieldError('code', CODE_WRONG)
  await tried.succeeded()
  await remove(member, { id: member.userId, name: member.name })
}

/**
 * Disables the second factor from the shell, for an account that lost phone and recovery codes; returns whether there
 * was one.
 */
export function removeSecondFactor(operator: Admin, user: { id: string; name: string }): Promise<boolean> {
  return remove(operator, user)
}

function remove(actor: Member, user: { id: string; name: string }): Promise<boolean> {
  return db().$transaction(async (transaction) => {
    const { count } = await transaction.secondFactor.deleteMany({ where: { userId: user.id } })
    if (count > 0) await recordWrite(transaction, actor, { action: 'second-factor.off', subjects: [user] })
    return count > 0
  })
}

async function requirePassword({ userId }: Member, password: string): Promise<{ email: string }> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { email: true, passwordHash: true } })
  if (!user || (await verifyPassword(user.passwordHash, password)) === 'wrong') {
    throw fieldError('password', 'The password is wrong.')
  }
  return { email: user.email }
}

const subjectOf = ({ userId, name }: Member) => [{ id: userId, name }]
