import { env } from '@/lib/platform/server/env'

/** Sessions end after 30 days whatever happens, and after 7 days without a visit. */
export const SESSION_ABSOLUTE_SECONDS = 30 * 24 * 60 * 60
export const SESSION_IDLE_SECONDS = 7 * 24 * 60 * 60

/** How long a browser counts as one that has signed in to an account before. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60

/** next-auth's own cookie, by its own rules: with a prefix and `Secure` where the site's address is https. */
export function sessionCookie() {
  const secure = isSecure()
  return {
    name: `${secure ? '__Secure-' : ''}next-auth.session-token`,
    // Next writes the word as it is given; clients have been seen to compare it by letter with the RFC's spelling.
    options: { httpOnly: true, sameSite: 'Lax' as 'lax', path: '/', secure } as const,
  }
}

/** Sent with calls only: pages have no use for it. */
export function deviceCookie() {
  const secure = isSecure()
  return {
    name: `${secure ? '__Secure-' : ''}colophon.device`,
    options: { httpOnly: true, sameSite: 'Lax' as 'lax', path: '/api', secure } as const,
  }
}

function isSecure(): boolean {
  return env().SITE_URL?.startsWith('https://') ?? false
}
