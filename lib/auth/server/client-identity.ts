import type { IncomingHttpHeaders } from 'node:http'
import { sessionCookie } from '@/lib/auth/server/session-cookie'
import { addressBucket } from '@/lib/http/server/client-address'
import { env } from '@/lib/platform/server/env'

/** The identity by which requests are queued. */
export type Client = {
  /** The account id, or the address of a visitor. */
  name: string
  /** A claim of the session cookie; not for authorisation. */
  isAdmin: boolean
}

/**
 * Identifies the client without a query. The session cookie is verified by its signature, so that nobody invents
 * clients with cookies, and a signed-in user does not queue behind others at the same address.
 */
export async function clientOf(headers: IncomingHttpHeaders): Promise<Client> {
  const token = await readSession(headers.cookie)
  if (typeof token?.sub === 'string') return { name: `account ${token.sub}`, isAdmin: token.isAdmin === true }
  return { name: `address ${addressBucket(String(headers['x-forwarded-for'] ?? ''))}`, isAdmin: false }
}

async function readSession(cookies: string | undefined): Promise<Record<string, unknown> | null> {
  const { AUTH_SECRET: secret } = env()
  const name = `${sessionCookie().name}=`
  const value = cookies
    ?.split(/;\s*/)
    .find((cookie) => cookie.startsWith(name))
    ?.slice(name.length)
  if (!value || !secret) return null
  const { decode } = await import('next-auth/jwt')
  return decode({ token: value, secret }).catch(() => null)
}
