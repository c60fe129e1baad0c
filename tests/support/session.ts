import { createHash, randomUUID } from 'node:crypto'
import type { Cookie } from '@playwright/test'
import { encode } from 'next-auth/jwt'
import { readSecrets } from '@/scripts/site/secrets'
import { SESSION_COOKIE } from './api-client'
import type { TestDatabase } from './database'
import { site } from './site'

/** A session, its user, and the cookie that a browser gets with it. */
export type Session = { id: string; name: string; isAdmin: boolean; cookie: Cookie }

const DAY_SECONDS = 24 * 60 * 60

/** Makes a session as a sign-in does, without the form, its limits and what they cost: a row, and a cookie that names it. */
export async function makeSession(database: TestDatabase, email: string): Promise<Session> {
  const [user] = await database.rows<Omit<Session, 'cookie'>>(
    'SELECT "id", "name", "isAdmin" FROM "User" WHERE "email" = $1',
    [email],
  )
  if (!user) throw new Error(`There is no account ${email}.`)
  const sid = randomUUID()
  await database.change(
    1,
    `INSERT INTO "Session" ("id", "tokenHash", "userId", "expiresAt") VALUES ($1, $2, $3, now() + interval '1 day')`,
    [randomUUID(), createHash('sha256').update(sid).digest('base64url'), user.id],
  )
  const { id: sub, name, isAdmin } = user
  const secret = readSecrets(site.dataDir).AUTH_SECRET
  const value = await encode({ token: { sub, sid, name, isAdmin }, secret, maxAge: DAY_SECONDS })
  const expires = Math.floor(Date.now() / 1_000) + DAY_SECONDS
  const options = { domain: 'localhost', path: '/', expires, httpOnly: true, secure: false, sameSite: 'Lax' as const }
  return { ...user, cookie: { name: SESSION_COOKIE, value, ...options } }
}
