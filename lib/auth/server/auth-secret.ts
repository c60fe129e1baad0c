import { env } from '@/lib/platform/server/env'

/**
 * What every key of this site is made of: session cookies, second factors, the counters of sign-in limits.
 * @throws Error when it is not set: a key made of nothing could be made by anyone
 */
export function authSecret(): string {
  const value = env().AUTH_SECRET
  if (!value) throw new Error('AUTH_SECRET is not set: start the site with npm start, or set it.')
  return value
}
