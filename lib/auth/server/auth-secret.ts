import { hkdfSync } from 'node:crypto'
import { env } from '@/lib/platform/server/env'

/**
 * The secret all keys of this site are derived from: session cookies, second factors, counters of sign-in limits,
 * preview links.
 * @throws Error when it is unset: keys derived from an empty secret could be derived by anyone
 */
export function authSecret(): string {
  const value = env().AUTH_SECRET
  if (!value) throw new Error('AUTH_SECRET is not set: start the site with npm start, or set it.')
  return value
}

/** A key of 32 bytes for one purpose: what is made by it is worth nothing for another. @throws Error as `authSecret` */
export function derivedKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret(), '', `colophon ${purpose}`, 32))
}
