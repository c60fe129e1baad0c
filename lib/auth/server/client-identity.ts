import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { SESSION_IDLE_SECONDS, sessionCookie } from '@/lib/auth/server/session-cookie'
import { bearerOf, findToken } from '@/lib/auth/server/tokens'
import { addressBucket, networkBucket } from '@/lib/http/server/client-address'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

export type Client = {
  /** An address, or one name for all admins. */
  name: string
  /** What one person may have many addresses of; all admins are one. */
  network: string
  /** By a live session: goes first, and is neither counted nor charged. */
  isAdmin: boolean
}

/** How long an admin whose session has ended still goes first; nothing else follows from it. */
const CHECKED_MS = 2_000

const checked = new LRUCache<string, Promise<boolean>>({ max: 1_000, ttl: CHECKED_MS })

/** Whether a request carries a session cookie or a token, of whatever worth. */
export function hasCredentials({ cookie, authorization }: IncomingHttpHeaders): boolean {
  return cookie?.includes('next-auth.session-token') || bearerOf(authorization) !== undefined
}

/**
 * Whose request it is, as the admission queue counts them: admins by a session or token that the database knows, all others,
 * members too, by their address, so that accounts make nobody larger.
 */
export async function clientOf(headers: IncomingHttpHeaders): Promise<Client> {
  const token = bearerOf(headers.authorization)
  const credential = token ?? readCookie(headers)
  if (credential !== undefined) {
    let known = checked.get(credential)
    if (!known) {
      known = (token === undefined ? isLiveAdmin(credential) : isLiveToken(token)).catch(() => false)
      checked.set(credential, known)
    }
    if (await known) return { name: 'admins', network: 'admins', isAdmin: true }
  }
  return strangerOf(headers)
}

/** Whoever sends it, by the address alone. */
export function strangerOf(headers: IncomingHttpHeaders): Client {
  const address = String(headers['x-forwarded-for'] ?? '')
  return { name: addressBucket(address), network: networkBucket(address), isAdmin: false }
}

function readCookie({ cookie }: IncomingHttpHeaders): string | undefined {
  const name = `${sessionCookie().name}=`
  return cookie
    ?.split(/;\s*/)
    .find((part) => part.startsWith(name))
    ?.slice(name.length)
}

const isLiveToken = async (token: string) => (await findToken(token)) !== undefined

async function isLiveAdmin(cookie: string): Promise<boolean> {
  const { AUTH_SECRET: secret } = env()
  if (!secret) return false
  const { decode } = await import('next-auth/jwt')
  const token = await decode({ token: cookie, secret })
  // Others' cookies cost no query.
  if (token?.isAdmin !== true || typeof token.sid !== 'string') return false
  const tokenHash = createHash('sha256').update(token.sid).digest('base64url')
  const now = Date.now()
  const found = await db().session.count({
    where: {
      tokenHash,
      expiresAt: { gt: new Date(now) },
      lastSeenAt: { gt: new Date(now - SESSION_IDLE_SECONDS * 1_000) },
      user: { isAdmin: true },
    },
  })
  return found > 0
}
