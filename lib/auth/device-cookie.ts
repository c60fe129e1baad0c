import { randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { currentTrail } from '@/lib/audit/trail'
import { DEVICE_SECONDS, deviceCookie } from '@/lib/auth/cookie'
import type { TrySource } from '@/lib/auth/limits'
import { authSecret } from '@/lib/auth/secret'

/** Another key than that of sessions: neither cookie passes for the other. */
const SALT = 'device'
/** Of the accounts that sign in in one browser, the latest; more would make a large cookie. */
const MAX_ACCOUNTS = 5

/** That this browser has signed in to an account: valid for that account alone, until `until` (seconds from 1970). */
const devicesSchema = z.array(z.object({ userId: z.string(), id: z.string().min(1), until: z.number() }))

type Device = z.output<typeof devicesSchema>[number]

async function readDevices(): Promise<Device[]> {
  const value = (await cookies()).get(deviceCookie().name)?.value
  if (!value) return []
  const secret = authSecret()
  const token = await decode({ token: value, secret, salt: SALT }).catch(() => null)
  const devices = devicesSchema.safeParse(token?.devices)
  const now = Date.now() / 1000
  return devices.success ? devices.data.filter(({ until }) => until > now) : []
}

/** Which accounts this browser has signed in to, each with the id it goes by there. */
export async function knownDevices(): Promise<Map<string, string>> {
  return new Map((await readDevices()).map(({ userId, id }) => [userId, id]))
}

/** Where a try at somebody's second factor comes from, within a call that writes. */
export async function trySourceOf(userId: string): Promise<TrySource> {
  return { address: currentTrail()?.address ?? 'unknown', userId, deviceId: (await knownDevices()).get(userId) }
}

/**
 * Gives the browser the cookie of one that has signed in to this account. The id is a new one each time, so that an
 * older copy of the cookie shares no counter with it.
 */
export async function rememberDevice(userId: string): Promise<void> {
  const others = (await readDevices()).filter((device) => device.userId !== userId)
  const own = {
    userId,
    id: randomBytes(16).toString('base64url'),
    until: Math.floor(Date.now() / 1000) + DEVICE_SECONDS,
  }
  const token = { devices: [own, ...others].slice(0, MAX_ACCOUNTS) }
  const { name, options } = deviceCookie()
  const value = await encode({ token, secret: authSecret(), salt: SALT, maxAge: DEVICE_SECONDS })
  ;(await cookies()).set(name, value, { ...options, maxAge: DEVICE_SECONDS })
}
