import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { currentAuditContext } from '@/lib/audit/server/audit-context'
import type { AttemptSource } from '@/lib/auth/server/auth-rate-limit'
import { authSecret } from '@/lib/auth/server/auth-secret'
import { DEVICE_SECONDS } from '@/lib/auth/server/session-cookie'

/** Derives another key than sessions use: neither cookie is valid as the other. */
const SALT = 'device'
/** The most recent accounts of one browser; more would make a large cookie. */
const MAX_ACCOUNTS = 5

/** The accounts a browser has signed in to, each until `until` (seconds from 1970). */
const devicesSchema = z.array(z.object({ userId: z.string(), id: z.string().min(1), until: z.number() }))

type Device = z.output<typeof devicesSchema>[number]

/** The content of the cookie; empty when it is missing, forged, damaged or expired. */
async function readDevices(cookie: string | undefined): Promise<Device[]> {
  if (!cookie) return []
  // Imported on use: shell commands load this module too and do not need it.
  const { decode } = await import('next-auth/jwt')
  const secret = authSecret()
  const token = await decode({ token: cookie, secret, salt: SALT }).catch(() => null)
  const devices = devicesSchema.safeParse(token?.devices)
  const now = Date.now() / 1000
  return devices.success ? devices.data.filter(({ until }) => until > now) : []
}

/** The accounts this request's browser has signed in to, by id, with the browser's id for each. */
export async function knownDevices(): Promise<Map<string, string>> {
  const devices = await readDevices(currentAuditContext()?.deviceCookie)
  return new Map(devices.map(({ userId, id }) => [userId, id]))
}

/** The source of an attempt at an account's second factor, within a write request. */
export async function attemptSourceOf(userId: string): Promise<AttemptSource> {
  return { address: currentAuditContext()?.address ?? 'unknown', userId, deviceId: (await knownDevices()).get(userId) }
}

/**
 * The new cookie of a browser that has just signed in to this account. The device id is new each time, so that an older
 * copy of the cookie shares no counter with it.
 */
export async function deviceCookieValue(cookie: string | undefined, userId: string): Promise<string> {
  const { encode } = await import('next-auth/jwt')
  const others = (await readDevices(cookie)).filter((device) => device.userId !== userId)
  const until = Math.floor(Date.now() / 1000) + DEVICE_SECONDS
  const own = { userId, id: randomBytes(16).toString('base64url'), until }
  const token = { devices: [own, ...others].slice(0, MAX_ACCOUNTS) }
  return encode({ token, secret: authSecret(), salt: SALT, maxAge: DEVICE_SECONDS })
}
