import { currentAuditContext } from '@/lib/audit/server/audit-context'
import type { SignInInput } from '@/lib/auth/input'
import { countCode, countSignInAttempt } from '@/lib/auth/server/auth-rate-limit'
import { CODE_WANTED, WRONG_CREDENTIALS } from '@/lib/auth/server/checked-account'
import { knownDevices } from '@/lib/auth/server/device-cookie'
import { hashPassword, verifyDummyHash, verifyPassword } from '@/lib/auth/server/password'
import { CODE_WRONG, confirmedKey, spendCode } from '@/lib/auth/server/second-factor-codes'
import { type SessionToken, setDeviceCookie, startSession } from '@/lib/auth/server/session'
import { AppError } from '@/lib/http/errors'
import { db } from '@/lib/platform/server/db'

type SignInSource = { address: string; userAgent: string }

/**
 * The single check of an email and a password, for POST /api/user/signin and next-auth's own route; begins the session.
 * An unknown email takes as long as a wrong password and gets the same response.
 * @throws AppError "unauthenticated", with `secondFactor` where the password was right and a code is required;
 * "too-many" after too many failures
 */
export async function signIn(input: SignInInput, source: SignInSource): Promise<SessionToken> {
  try {
    return await checkAndStart(input, source)
  } catch (error) {
    // next-auth responds with a redirect, whose status does not show that the sign-in was refused.
    const auditContext = currentAuditContext()
    if (auditContext && error instanceof AppError) auditContext.refusal = error
    throw error
  }
}

/** Spaces belong to a password, but most at its ends were copied along; the same for every account. */
function aboutSpaces(password: string): string {
  const ends = [/^\s/u.test(password) && 'begins', /\s$/u.test(password) && 'ends'].filter(Boolean).join(' and ')
  return ends === '' ? '' : ` The password you sent ${ends} with a space.`
}

async function checkAndStart(
  { email, password, code }: SignInInput,
  { address, userAgent }: SignInSource,
): Promise<SessionToken> {
  const devices = await knownDevices()
  const user = await db().user.findUnique({
    where: { email },
    select: { id: true, name: true, email: true, isAdmin: true, passwordHash: true },
  })
  const source = {
    address,
    userId: user?.id,
    deviceId: user ? devices.get(user.id) : undefined,
    isAdmin: user?.isAdmin,
  }
  const tried = await countSignInAttempt(user?.email ?? email, source)
  const auditContext = currentAuditContext()
  if (auditContext && user) auditContext.account = { userId: user.id, name: user.name }
  const verified = await (user ? verifyPassword(user.passwordHash, password) : verifyDummyHash(password))
  if (!user || verified === 'wrong')
    throw new AppError('unauthenticated', `${WRONG_CREDENTIALS}${aboutSpaces(password)}`)
  const secondFactor = await confirmedKey(user.id)
  if (secondFactor !== null) {
    if (!code) {
      await tried.release()
      throw new AppError('unauthenticated', CODE_WANTED, { secondFactor: true })
    }
    const codeTried = await countCode(user.id, source)
    if (!(await spendCode(user.id, code))) {
      throw new AppError('unauthenticated', CODE_WRONG, { secondFactor: true })
    }
    await codeTried.succeeded()
  }
  await tried.succeeded()
  const { id: userId, passwordHash } = user
  const token = await startSession({ userId, passwordHash, secondFactor }, userAgent)
  await setDeviceCookie(userId)
  if (verified === 'outdated') {
    // Only in place of the hash that was checked: the password may be another by now.
    const data = { passwordHash: await hashPassword(password) }
    await db().user.updateMany({ where: { id: userId, passwordHash }, data })
  }
  return token
}
