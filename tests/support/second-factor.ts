import { setTimeout as delay } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { ApiClient } from './api-client'
import { expectAnswer } from './shapes'

export const SECOND_FACTOR_PATH = '/api/user/second-factor'
const STEP_MS = 30_000
/** Longer than a call takes, on a busy machine too. */
const CALL_MS = 5_000

export const begunShape = z.looseObject({
  message: z.string(),
  qr: z.string(),
  key: z.string().regex(/^[A-Z2-7]{32}$/),
})
export const confirmedShape = z.looseObject({
  recoveryCodes: z.array(z.string().regex(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)).length(10),
})

/** The authenticator app's code, `ahead` time steps from now. */
export function codeOf(key: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * STEP_MS })
}

/** Enables the second factor of the client's user. The current code remains valid for a sign-in. */
export async function turnOnSecondFactor(
  client: ApiClient,
  password: string,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const { key } = expectAnswer(await client.post(SECOND_FACTOR_PATH, { action: 'begin', password }), 200, begunShape)
  // The previous step's code is valid during this one.
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < CALL_MS) await delay(left)
  const confirmed = await client.post(SECOND_FACTOR_PATH, { action: 'confirm', code: codeOf(key, -1) })
  return { key, recoveryCodes: expectAnswer(confirmed, 200, confirmedShape).recoveryCodes }
}
