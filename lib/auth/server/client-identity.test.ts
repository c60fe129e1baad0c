import { encode } from 'next-auth/jwt'
import { beforeEach, expect, test, vi } from 'vitest'
import { clientOf } from '@/lib/auth/server/client-identity'

const SECRET = 'a secret only for this one test file'
const COOKIE = 'next-auth.session-token'

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('SITE_URL', 'http://localhost:3000')
})

const session = (isAdmin: boolean, secret = SECRET) => encode({ token: { sub: 'ada', sid: 'x', isAdmin }, secret })

test('who has not signed in is known by the address', async () => {
  expect(await clientOf({ 'x-forwarded-for': '192.0.2.1' })).toEqual({ name: 'address 192.0.2.1', isAdmin: false })
  expect(await clientOf({ 'x-forwarded-for': '2001:db8:1:2::3' })).toMatchObject({ name: 'address 2001:db8:1:2::/64' })
})

test('who has signed in is known by the account, from whatever address', async () => {
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    const headers = { 'x-forwarded-for': address, cookie: `theme=dark; ${COOKIE}=${await session(true)}; a=b` }
    expect(await clientOf(headers)).toEqual({ name: 'account ada', isAdmin: true })
  }
  expect(await clientOf({ cookie: `${COOKIE}=${await session(false)}` })).toEqual({
    name: 'account ada',
    isAdmin: false,
  })
})

test.each([
  ['nonsense', async () => 'nonsense'],
  ['signed with another secret', () => session(true, 'another secret of the same length')],
])('a cookie that is %s makes no other client', async (_, value) => {
  const headers = { 'x-forwarded-for': '192.0.2.1', cookie: `${COOKIE}=${await value()}` }
  expect(await clientOf(headers)).toEqual({ name: 'address 192.0.2.1', isAdmin: false })
})

test('without a secret no cookie is believed', async () => {
  const cookie = `${COOKIE}=${await session(true, ' ')}`
  vi.stubEnv('AUTH_SECRET', '')
  expect(await clientOf({ cookie })).toMatchObject({ isAdmin: false })
})
