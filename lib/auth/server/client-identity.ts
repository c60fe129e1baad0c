import type { IncomingHttpHeaders } from 'node:http'
import { sessionCookie } from '@/lib/auth/server/session-cookie'
import { addressBucket } from '@/lib/http/server/client-address'
import { env } from '@/lib/platform/server/env'

/** Who is counted as one where requests wait for each other. */
export type Client = {
  /** The account, or the address of who has not signed in. */
  name: string
  /** What the session says of itself; nothing that needs to be true may depend on it. */
  isAdmin: boolean
}

/**
 * Whose request this is, without asking the database. A session is believed by its signature, so that nobody makes up
 * clients by the cookies they send, and who has signed in does not wait behind others at the same address.
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
