import type { Member } from '@/lib/access/actor'
import type { Token } from '@/lib/auth/token-schema'
import { db, type Prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

const NOTICE_MS = 14 * 24 * 60 * 60 * 1000

type TokenRow = Prisma.ApiTokenGetPayload<{ omit: { hash: true } }>

/** Whether what the site sends stays between it and its admins. */
export function mayMakeTokens(): boolean {
  return /^https:|^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(env().SITE_URL ?? '')
}

export function liveTokens(userId: string) {
  return { userId, expiresAt: { gt: new Date() } }
}

export function toToken({ id: _id, name, scopes, lastFour, createdAt, expiresAt, lastUsedAt }: TokenRow): Token {
  return {
    ...{ _id, name, scopes, lastFour },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** The admin's live tokens, those first that expire first; `isEnding` in their last two weeks. */
export async function listTokens({ userId }: Member): Promise<Array<Token & { isEnding: boolean }>> {
  const orderBy = [{ expiresAt: 'asc' as const }, { id: 'asc' as const }]
  const rows = await db().apiToken.findMany({ where: liveTokens(userId), orderBy, omit: { hash: true } })
  return rows.map((row) => ({ ...toToken(row), isEnding: row.expiresAt.getTime() < Date.now() + NOTICE_MS }))
}
