import { encodeQR } from 'qr'
import type { Admin, Member } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { countCode } from '@/lib/auth/server/auth-rate-limit'
import { trySourceOf } from '@/lib/auth/server/device-cookie'
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

/** What an authenticator app is shown: the same as a picture and as text to type. */
export type NewSecondFactor = { qr: string; key: string }

/**
 * Lets admins at their second factor, and whoever has one still. For the handler, before it reads what was sent.
 * @throws AppError "forbidden"
 */
export async function requireSecondFactorUser(member: Member): Promise<void> {
  if (!member.isAdmin && !(await hasSecondFactor(member.userId)))
    throw new AppError('forbidden', 'Only an admin may do this.')
}

/**
 * Makes a key for an admin's authenticator app; nothing changes at the sign-in before `confirmSecondFactor`.
 * @throws AppError "forbidden" for members without admin; "conflict" where one is in force; "unprocessable" with the
 * wrong password; "too-many"
 */
export async function beginSecondFactor(member: Member, password: string): Promise<NewSecondFactor> {
  if (!member.isAdmin) throw new AppError('forbidden', 'Only an admin may do this.')
  // Before anything is counted: a right password takes the count back, and would let codes be tried without end.
  if (await hasSecondFactor(member.userId)) throw new AppError('conflict', 'The second factor is on already.')
  const tried = await countCode(member.userId, await trySourceOf(member.userId))
  const { email } = await requirePassword(member, password)
  await tried.succeeded()
  const key = newKey()
  const fresh = { sealedKey: sealKey(key, member.userId), isConfirmed: false, lastStep: 0, recoveryHashes: [] }
  await db().$transaction(async (transaction) => {
    // One that came into force meanwhile is not written over.
    await transaction.secondFactor.deleteMany({ where: { userId: member.userId, isConfirmed: false } })
    await transaction.secondFactor.create({ data: { userId: member.userId, ...fresh }, select: { userId: true } })
    await recordWrite(transaction, member, { action: 'second-factor.begin', subjects: subjectOf(member) })
  })
  const generator = generatorOf(key, email)
  const svg = encodeQR(generator.toString(), 'svg')
  return { qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, key: generator.secret.base32 }
}

/**
 * Puts it into force with a code of the app, ends every other session, and answers the recovery codes, the only time
 * they can be read.
 * @throws AppError "conflict" where none was begun; "unprocessable" with a wrong code; "too-many"
 */
export async function confirmSecondFactor(member: Member, code: string): Promise<string[]> {
  const { userId } = member
  const row = await db().secondFactor.findUnique({ where: { userId, isConfirmed: false }, select: { sealedKey: true } })
  const key = row && openKey(row.sealedKey, userId)
  if (!row || !key) throw new AppError('conflict', 'Begin with your password first.')
  const tried = await countCode(userId, await trySourceOf(userId))
  const step = stepOfCode(key, code)
  if (step === null) throw fieldError('code', 'The code is wrong. Is the clock of your phone right?')
  await tried.succeeded()
  const codes = newRecoveryCodes()
  const recoveryHashes = codes.map((one) => recoveryHash(one, userId))
  await db().$transaction(async (transaction) => {
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, isConfirmed: false, sealedKey: row.sealedKey },
      data: { isConfirmed: true, lastStep: step, recoveryHashes },
    })
    if (count === 0) throw new AppError('conflict', 'The second factor was changed meanwhile.')
    await transaction.session.deleteMany({ where: { userId, NOT: { id: member.sessionId } } })
    await recordWrite(transaction, member, { action: 'second-factor.on', subjects: subjectOf(member) })
  })
  return codes
}

/**
 * Takes it out of force; wants the password and a code.
 * @throws AppError "conflict" where none is in force; "unprocessable" with a wrong password or code; "too-many"
 */
export async function disableSecondFactor(member: Member, password: string, code: string): Promise<void> {
  if (!(await hasSecondFactor(member.userId))) throw new AppError('conflict', 'The second factor is off already.')
  const tried = await countCode(member.userId, await trySourceOf(member.userId))
  await requirePassword(member, password)
  if (!(await spendCode(member.userId, code))) throw fieldError('code', CODE_WRONG)
  await tried.succeeded()
  await remove(member, { id: member.userId, name: member.name })
}

/** Takes it out of force from the shell, for who has lost phone and recovery codes; whether there was one. */
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
  if (!user || !(await verifyPassword(user.passwordHash, password))) {
    throw fieldError('password', 'The password is wrong.')
  }
  return { email: user.email }
}

const subjectOf = ({ userId, name }: Member) => [{ id: userId, name }]
