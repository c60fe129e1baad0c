import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { countCode } from '@/lib/auth/server/auth-rate-limit'
import { derivedKey } from '@/lib/auth/server/auth-secret'
import { CODE_WANTED } from '@/lib/auth/server/checked-account'
import { attemptSourceOf } from '@/lib/auth/server/device-cookie'
import { AppError } from '@/lib/http/errors'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

const PERIOD_SECONDS = 30
/** Tolerates clock drift: the codes before and after the current one count too. */
const WINDOW = 1
const KEY_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
const IV_BYTES = 12
const TAG_BYTES = 16

export const CODE_WRONG = 'The code is wrong or has already been used. Is the clock of your phone right?'

/** Encrypts a key for storage, bound to this account. */
export function sealKey(key: Buffer, userId: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derivedKey('second factor'), iv).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a stored key; null when it was encrypted under another AUTH_SECRET, for another account, or modified. */
export function openKey(sealed: string, userId: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url')
  // Outside of the try: a missing secret is no wrong key.
  const sealingKey = derivedKey('second factor')
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

/** The TOTP generator of a key, as authenticator apps use it. */
export function generatorOf(key: Buffer, account = ''): TOTP {
  const secret = new Secret({ buffer: new Uint8Array(key).buffer })
  return new TOTP({
    issuer: new URL(env().SITE_URL ?? 'http://localhost').host,
    label: account,
    period: PERIOD_SECONDS,
    secret,
  })
}

/** The 30-second step a code of digits alone belongs to, counted from 1970; null when the code is wrong. */
export function stepOfCode(key: Buffer, code: string): number | null {
  const now = Date.now()
  if (!/^\d{6}$/.test(code)) return null
  const delta = generatorOf(key).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

/** Ten recovery codes for a lost phone: `xxxx-xxxx-xxxx-xxxx`, 80 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.toLowerCase()
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
}

/** A recovery code as stored: a keyed hash, so that a leaked table alone allows no guessing. */
export function recoveryHash(code: string, userId: string): string {
  const letters = code.toLowerCase().replace(/[^a-z2-7]/g, '')
  return createHmac('sha256', derivedKey('recovery codes')).update(`${userId}\n${letters}`).digest('base64url')
}

/** The sealed key of a second factor that sign-in asks for; null without one. */
export async function confirmedKey(userId: string): Promise<string | null> {
  const where = { userId, isConfirmed: true }
  return (await db().secondFactor.findFirst({ where, select: { sealedKey: true } }))?.sealedKey ?? null
}

export async function hasSecondFactor(userId: string): Promise<boolean> {
  return (await confirmedKey(userId)) !== null
}

/**
 * Consumes a code: a TOTP code, each valid once and only if newer than the last one, or a recovery code. Of two
 * concurrent uses of one code, one succeeds.
 */
export async function spendCode(userId: string, code: string): Promise<boolean> {
  const row = await db().secondFactor.findUnique({ where: { userId }, select: { sealedKey: true } })
  const key = row && openKey(row.sealedKey, userId)
  const step = key ? stepOfCode(key, code) : null
  if (step !== null) {
    const used = await db().secondFactor.updateMany({
      where: { userId, lastStep: { lt: step } },
      data: { lastStep: step },
    })
    return used.count === 1
  }
  const hash = recoveryHash(code, userId)
  const taken = await db().$executeRaw`
    UPDATE "SecondFactor" SET "recoveryHashes" = array_remove("recoveryHashes", ${hash})
    WHERE "userId" = ${userId} AND "isConfirmed" AND ${hash} = ANY("recoveryHashes")`
  return taken === 1
}

/**
 * Requires and consumes a code from a member with a second factor.
 * @throws AppError "unprocessable" at `code` with `secondFactor`, where it is missing or wrong; "too-many"
 */
export async function requireCode(userId: string, code: string | undefined): Promise<void> {
  if (!(await hasSecondFactor(userId))) return
  const refusal = (message: string) =>
    new AppError('unprocessable', message, { issues: [{ path: 'code', message }], secondFactor: true })
  if (!code) throw refusal(CODE_WANTED)
  const tried = await countCode(userId, await attemptSourceOf(userId))
  if (!(await spendCode(userId, code))) throw refusal(CODE_WRONG)
  await tried.succeeded()
}
