import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { currentAuditContext } from '@/lib/audit/server/audit-context'
import type { TrySource } from '@/lib/auth/server/auth-rate-limit'
import { authSecret } from '@/lib/auth/server/auth-secret'
import { DEVICE_SECONDS } from '@/lib/auth/server/session-cookie'

/** Another key than that of sessions: neither cookie passes for the other. */
const SALT = 'device'
/** Of the accounts that sign in in one browser, the latest; more would make a large cookie. */
const MAX_ACCOUNTS = 5

/** That a browser has signed in to an account: valid for that account alone, until `until` (seconds from 1970). */
const devicesSchema = z.array(z.object({ userId: z.string(), id: z.string().min(1), until: z.number() }))

type Device = z.output<typeof devicesSchema>[number]

/** What the cookie says; nothing where it is missing, forged, damaged or too old. */
async function readDevices(cookie: string | undefined): Promise<Device[]> {
  if (!cookie) return []
  // The commands of the shell load this file too, and have no use for it.
  const { decode } = await import('next-auth/jwt')
  const secret = authSecret()
  const token = await decode({ token: cookie, secret, salt: SALT }).catch(() => null)
  const devices = devicesSchema.safeParse(token?.devices)
  const now = Date.now() / 1000
  return devices.success ? devices.data.filter(({ until }) => until > now) : []
}

/** The accounts that the browser of this request has signed in to, each with the id the browser goes by there. */
export async function knownDevices(): Promise<Map<string, string>> {
  const devices = await readDevices(currentAuditContext()?.deviceCookie)
  return new Map(devices.map(({ userId, id }) => [userId, id]))
}

/** Where a try at somebody's second factor comes from, within a call that writes. */
export async function trySourceOf(userId: string): Promise<TrySource> {
  return { address: currentAuditContext()?.address ?? 'unknown', userId, deviceId: (await knownDevices()).get(userId) }
}

/**
 * The cookie of a browser that has just signed in to this account, in place of the one it had. The id is a new one each
 * time, so that an older copy of the cookie shares no counter with it.
 */
export async function deviceCookieValue(cookie: string | undefined, userId: string): Promise<string> {
  const { encode } = await import('next-auth/jwt')
  const others = (await readDevices(cookie)).filter((device) => device.userId !== userId)
  const until = Math.floor(Date.now() / 1000) + DEVICE_SECONDS
  const own = { userId, id: randomBytes(16).toString('base64url'), until }
  const token = { devices: [own, ...others].slice(0, MAX_ACCOUNTS) }
  return encode({ token, secret: authSecret(), salt: SALT, maxAge: DEVICE_SECONDS })
}
