import { env } from '@/lib/platform/server/env'

/** Sessions expire after 30 days, and after 7 days of inactivity. */
export const SESSION_ABSOLUTE_SECONDS = 30 * 24 * 60 * 60
export const SESSION_IDLE_SECONDS = 7 * 24 * 60 * 60

/** How long after signing in nothing more is required for what a stolen session must not do. */
export const FRESH_SIGN_IN_MS = 15 * 60 * 1000

/** How long a browser stays known to an account. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60

/** next-auth's cookie, by its rules: with a prefix and `Secure` where SITE_URL is https. */
export function sessionCookie() {
  const secure = isSecure()
  return {
    name: `${secure ? '__Secure-' : ''}next-auth.session-token`,
    // Next writes the value as given; some clients compare it case-sensitively with the RFC's spelling.
    options: { httpOnly: true, sameSite: 'Lax' as 'lax', path: '/', secure } as const,
  }
}

/** Sent to the API only: pages do not need it. */
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
