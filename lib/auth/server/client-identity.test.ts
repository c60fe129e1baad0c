import { createHash } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { beforeEach, expect, test, vi } from 'vitest'
import { clientOf, hasCredentials, strangerOf } from '@/lib/auth/server/client-identity'
import { hashOfToken, newToken } from '@/lib/auth/server/tokens'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const SECRET = 'a secret only for this one test file'
const COOKIE = 'next-auth.session-token'
const STRANGER = { name: '192.0.2.1', network: '192.0.2.0/24', isAdmin: false }
const ADMIN = { name: 'admins', network: 'admins', isAdmin: true }

const { database } = throwAwayDatabase()

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('SITE_URL', 'http://localhost:3000')
})

/** A cookie that says so of itself, and its session's row, where the account is what `isAdmin` says. */
async function signIn(claim: { isAdmin: boolean }, { isAdmin } = claim, secret = SECRET) {
  const id = crypto.randomUUID()
  const user = { name: 'Ada', username: id.slice(0, 30), email: `${id}@example.org`, passwordHash: '', isAdmin }
  const tokenHash = createHash('sha256').update(id).digest('base64url')
  const session = { tokenHash, expiresAt: new Date(Date.now() + 60_000) }
  await database().user.create({ data: { id, ...user, sessions: { create: session } } })
  const value = await encode({ token: { sub: id, sid: id, ...claim }, secret })
  return { id, headers: { 'x-forwarded-for': '192.0.2.1', cookie: `theme=dark; ${COOKIE}=${value}; a=b` } }
}

test('a visitor is an address, a network of IPv6', async () => {
  expect(await clientOf({ 'x-forwarded-for': '192.0.2.1' })).toEqual(STRANGER)
  expect(strangerOf({ 'x-forwarded-for': '2001:db8:1:2::3' })).toMatchObject({
    name: '2001:db8:1:2::/64',
    network: '2001:db8:1::/48',
  })
})

test('members count to their address, however many they are; admins are known by a live session', async () => {
  for (let count = 0; count < 2; count += 1) {
    expect(await clientOf((await signIn({ isAdmin: false })).headers)).toEqual(STRANGER)
    expect(await clientOf((await signIn({ isAdmin: true })).headers)).toEqual(ADMIN)
  }
})

test('a cookie that claims more than its account is a visitor’s', async () => {
  expect(await clientOf((await signIn({ isAdmin: true }, { isAdmin: false })).headers)).toEqual(STRANGER)
  const other = await signIn({ isAdmin: true }, { isAdmin: true }, 'another secret of the same length')
  expect(await clientOf(other.headers)).toEqual(STRANGER)
  expect(await clientOf({ 'x-forwarded-for': '192.0.2.1', cookie: `${COOKIE}=nonsense` })).toEqual(STRANGER)
})

test('an admin whose session has ended is a visitor within seconds', async () => {
  const { id, headers } = await signIn({ isAdmin: true })
  expect(await clientOf(headers)).toEqual(ADMIN)
  await database().session.deleteMany({ where: { userId: id } })
  const start = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => start + 2_100)
  // The clock it reads holds its last answer for a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await clientOf(headers)).toEqual(STRANGER)
})

test('without a secret no cookie is believed', async () => {
  const { headers } = await signIn({ isAdmin: true }, { isAdmin: true }, ' ')
  vi.stubEnv('AUTH_SECRET', '')
  expect(await clientOf(headers)).toEqual(STRANGER)
})

test('a live token is its admin’s, whatever cookie is beside it; any other is a visitor’s', async () => {
  const { id, headers } = await signIn({ isAdmin: true })
  const token = newToken()
  const expiresAt = new Date(Date.now() + 60_000)
  const row = { userId: id, name: 'CI', hash: hashOfToken(token), lastFour: token.slice(-4), expiresAt }
  await database().apiToken.create({ data: row })
  const address = { 'x-forwarded-for': '192.0.2.1' }
  expect(await clientOf({ ...address, authorization: `Bearer ${token}` })).toEqual(ADMIN)
  for (const authorization of [`Bearer ${newToken()}`, 'bearer', 'Bearer admin'])
    expect(await clientOf({ ...headers, authorization })).toEqual(STRANGER)
  expect(await clientOf({ ...headers, authorization: 'Basic YTpi' })).toEqual(ADMIN)
  expect([hasCredentials({ authorization: 'Bearer x' }), hasCredentials(address)]).toEqual([true, false])
})
