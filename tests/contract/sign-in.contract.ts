import { hash as argonHash } from '@node-rs/argon2'
import { expect } from '@playwright/test'
import { ApiClient, newPassword, readCookie, SESSION_COOKIE } from '../support/api-client'
import { newAccount, type Person, signIn, test, trySignIn } from '../support/api-test'
import type { TestDatabase } from '../support/database'
import { csrfToken, nextAuthSession, nextAuthSignIn } from '../support/next-auth'
import { expectAnswer, expectError, messageShape, sessionShape } from '../support/shapes'
import { site } from '../support/site'

const signInPath = '/api/user/signin'
const DAY_SECONDS = 86_400

test.describe('signing in', () => {
  test('returns the user and sets the session cookie', async ({ member, visitor }) => {
    const answer = await visitor.post(signInPath, { email: member.email, password: member.password })
    const body = expectAnswer(answer, 200, sessionShape)
    expect(body._id).toBe(member.id)
    expect(body.userProfile).toMatchObject({ name: member.name, isAdmin: false })

    const cookies = answer.setCookies.map(readCookie).filter((cookie) => cookie.name === SESSION_COOKIE)
    expect(cookies).toHaveLength(1)
    const [cookie] = cookies
    expect(cookie?.value).not.toBe('')
    expect(cookie?.attributes.has('httponly')).toBe(true)
    expect(cookie?.attributes.get('samesite')?.toLowerCase()).toBe('lax')
    expect(cookie?.attributes.get('path')).toBe('/')
    expect(cookie?.attributes.has('secure')).toBe(site.baseUrl.startsWith('https:'))
    expect(cookie?.attributes.has('domain')).toBe(false)
    const maxAge = Number(cookie?.attributes.get('max-age') ?? 0)
    expect(maxAge).toBeLessThanOrEqual(30 * DAY_SECONDS)
  })

  test('an admin is told so', async ({ admin, visitor }) => {
    const body = expectAnswer(await trySignIn(visitor, admin), 200, sessionShape)
    expect(body.userProfile.isAdmin).toBe(true)
  })

  test('the email counts in any case and with spaces around it', async ({ member, visitor }) => {
    for (const email of [member.email.toUpperCase(), `  ${member.email}\n`]) {
      expect(await signIn(visitor, { email, password: member.password })).toBe(member.id)
    }
  })

  test('the email is what it looks like, however it was typed or copied', async ({ member, visitor }) => {
    const { email, password } = member
    const wide = [...email].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
    for (const typed of [`\u200b${email}\ufeff`, email.replace('@', '＠'), email.replace('.', '。'), wide]) {
      expect(await signIn(visitor, { email: typed, password })).toBe(member.id)
    }
    const other = newAccount()
    const account = { ...other, email: `\u200b${other.email.replace('@', '＠')}` }
    expect((await visitor.post('/api/user/signup', account)).status).toBe(201)
    await signIn(visitor, other)
  })

  test('a refused password with a space at an end is told so, of whomever it is', async ({ member, visitor }) => {
    const send = async (email: string, password: string) =>
      expectError(await visitor.post(signInPath, { email, password }), 401).message
    const { email, password } = member
    for (const [wrong, words] of [
      [`${password} `, 'Wrong email or password. The password you sent ends with a space.'],
      [`\u00a0${password}`, 'Wrong email or password. The password you sent begins with a space.'],
      [`\t${password}\n`, 'Wrong email or password. The password you sent begins and ends with a space.'],
      [`x ${password}`, 'Wrong email or password.'],
    ] as const) {
      expect(await send(email, wrong)).toBe(words)
      expect(await send(newAccount().email, wrong)).toBe(words)
    }
  })

  test('the password counts exactly', async ({ member, visitor }) => {
    const { email, password } = member
    for (const wrong of [password.toUpperCase(), ` ${password}`, `${password} `, password.slice(0, -1)]) {
      const answer = await visitor.post(signInPath, { email, password: wrong })
      expectError(answer, 401)
      expect(answer.setCookies.filter((line) => line.startsWith(SESSION_COOKIE))).toEqual([])
    }
    expectError(await visitor.get('/api/user/loggedIn'), 401)
  })

  test('each time gives another session, and all of them hold', async ({ member }) => {
    const clients = Array.from({ length: 3 }, () => new ApiClient(site.baseUrl))
    for (const client of clients) await signIn(client, member)
    const first = clients[0]?.copy() ?? new ApiClient(site.baseUrl)
    await signIn(first, member)
    const values = [...clients, first].map((client) => client.cookies.get(SESSION_COOKIE))
    expect(new Set(values).size).toBe(4)
    for (const client of clients) expect((await client.get('/api/user/loggedIn')).status).toBe(200)
  })

  test('an unknown email and a wrong password get the same response', async ({ member, visitor }) => {
    const unknown = await visitor.post(signInPath, { email: newAccount().email, password: newPassword() })
    const wrong = await visitor.post(signInPath, { email: member.email, password: newPassword() })
    expectError(unknown, 401)
    expect(unknown.json()).toEqual(expectError(wrong, 401))
    const names = (headers: object) => Object.keys(headers).sort()
    expect(names(unknown.headers)).toEqual(names(wrong.headers))
  })

  test('without an email or a password fails with 422, which names what is missing', async ({ visitor }) => {
    const [email, password] = ['tea@example.org', 'password']
    for (const [body, ...paths] of [
      [{ password }, 'email'],
      [{ email: '', password }, 'email'],
      [{ email: { $ne: '' }, password }, 'email'],
      [{ email }, 'password'],
      [{ email, password: '' }, 'password'],
      [{ email, password: ['a'] }, 'password'],
      [{}, 'email', 'password'],
    ] as const) {
      const issues = expectError(await visitor.post(signInPath, body), 422).issues ?? []
      expect([...new Set(issues.map((issue) => issue.path))].sort(), JSON.stringify(body)).toEqual(paths)
    }
  })

  test('a password no account can have is wrong, not an error', async ({ visitor, member }) => {
    for (const password of ['x', 'x'.repeat(129), 'a\u0000b', '\ud800']) {
      expectError(await visitor.post(signInPath, { email: member.email, password }), [401, 422])
    }
    expectError(await visitor.post(signInPath, { email: 'not an address', password: 'password' }), [401, 422])
    for (const email of ['a\u0000@example.org', 'a\ud800@example.org']) {
      expectError(await visitor.post(signInPath, { email, password: 'password' }), 422, 'email')
    }
  })

  test('a password is the same in whatever form its letters were typed', async ({ visitor }) => {
    const account = { ...newAccount(), password: 'pässwörter 한글' }
    expect(
      (await visitor.post('/api/user/signup', { ...account, password: account.password.normalize('NFD') })).status,
    ).toBe(201)
    for (const form of ['NFC', 'NFD']) {
      const body = { email: account.email, password: account.password.normalize(form) }
      expectAnswer(await visitor.post(signInPath, body), 200, sessionShape)
    }
  })
})

test.describe('who is signed in', () => {
  test('the logged-in call returns the user', async ({ member, admin }) => {
    for (const [person, isAdmin] of [
      [member, false],
      [admin, true],
    ] as const) {
      const body = expectAnswer(await person.client.get('/api/user/loggedIn'), 200, sessionShape)
      expect(body._id).toBe(person.id)
      expect(body.userProfile).toMatchObject({ name: person.name, isAdmin })
    }
  })

  test('a visitor is not signed in', async ({ visitor }) => {
    expectError(await visitor.get('/api/user/loggedIn'), 401)
  })

  test('an admin made or unmade elsewhere is told so at once', async ({ newPerson, database }) => {
    const person = await newPerson('admin')
    await database.setAdmin(person.id, false)
    const demoted = await person.client.get('/api/user/loggedIn')
    if (demoted.status !== 401) {
      expect(expectAnswer(demoted, 200, sessionShape).userProfile.isAdmin).toBe(false)
    }
    const user = await newPerson()
    await database.setAdmin(user.id, true)
    const promoted = expectAnswer(await user.client.get('/api/user/loggedIn'), 200, sessionShape)
    expect(promoted.userProfile.isAdmin).toBe(true)
  })

  const FORGED: Record<string, string> = {
    'an empty cookie': '',
    'a word': 'admin',
    'an unsigned token': `${base64('{"alg":"none"}')}.${base64('{"sub":"1","isAdmin":true}')}.`,
    'a token of another secret': `${base64('{"alg":"HS256"}')}.${base64('{"sub":"1"}')}.${base64('signature')}`,
    'a token of five empty parts': '....',
    'four thousand letters': 'x'.repeat(4_000),
  }
  test('a forged cookie instead of a session is no session', async ({ visitor }) => {
    for (const [title, value] of Object.entries(FORGED)) {
      visitor.cookies.set(SESSION_COOKIE, value)
      expectError(await visitor.copy().get('/api/user/loggedIn'), 401)
      expectError(await visitor.copy().post('/api/note/new', {}), 401)
      expect(await nextAuthSession(visitor.copy()), title).toEqual({})
    }
  })

  test('a session cookie with one letter changed is no session', async ({ member }) => {
    const forged = member.client.copy()
    const value = forged.cookies.get(SESSION_COOKIE) ?? ''
    const middle = Math.floor(value.length / 2)
    const letter = value[middle] === 'A' ? 'B' : 'A'
    forged.cookies.set(SESSION_COOKIE, value.slice(0, middle) + letter + value.slice(middle + 1))
    expectError(await forged.get('/api/user/loggedIn'), 401)
  })
})

test.describe('how a session ends', () => {
  test('logging out clears the cookie, ends the session and may be repeated', async ({ newPerson }) => {
    const { client } = await newPerson()
    const stolen = client.copy()
    const answer = await client.post('/api/user/logout')
    expectAnswer(answer, 200, messageShape)
    const cookie = answer.setCookies.map(readCookie).find(({ name }) => name === SESSION_COOKIE)
    expect(cookie?.value).toBe('')
    expect(cookie?.ended).toBe(true)
    expect(client.cookies.has(SESSION_COOKIE)).toBe(false)
    expectError(await client.get('/api/user/loggedIn'), 401)
    expectError(await stolen.get('/api/user/loggedIn'), 401)
    expect(await nextAuthSession(stolen.copy())).toEqual({})
    expectAnswer(await client.post('/api/user/logout'), 200, messageShape)
    expectAnswer(await stolen.post('/api/user/logout'), 200, messageShape)
  })

  test('a visitor may log out', async ({ visitor }) => {
    expectAnswer(await visitor.post('/api/user/logout'), 200, messageShape)
  })

  test('logging out in one browser leaves the other signed in', async ({ newPerson }) => {
    const person = await newPerson()
    const other = new ApiClient(site.baseUrl)
    await signIn(other, person)
    await person.client.post('/api/user/logout')
    expect((await other.get('/api/user/loggedIn')).status).toBe(200)
  })

  const ENDS: [string, (person: Person, database: TestDatabase) => Promise<void>][] = [
    ['a week without use', (person, database) => database.ageSessions(person.id, 7 * DAY_SECONDS + 60)],
    [
      'thirty days, though used all the time',
      async (person, database) => {
        await database.ageSessions(person.id, 30 * DAY_SECONDS + 60)
        await database.change(1, 'UPDATE "Session" SET "lastSeenAt" = now() WHERE "userId" = $1', [person.id])
      },
    ],
    [
      'the end of the account',
      (person, database) => database.change(1, 'DELETE FROM "User" WHERE id = $1', [person.id]),
    ],
  ]
  for (const [title, end] of ENDS) {
    test(`${title} ends the session`, async ({ newPerson, database }) => {
      const person = await newPerson('admin')
      expect((await person.client.get('/api/user/loggedIn')).status).toBe(200)
      await end(person, database)
      const stolen = person.client.copy()
      expectError(await person.client.get('/api/user/loggedIn'), 401)
      expectError(await stolen.post('/api/note/new', {}), 401)
      expect(await nextAuthSession(stolen)).toEqual({})
    })
  }

  test('six days without use do not end the session', async ({ newPerson, database }) => {
    const person = await newPerson()
    await database.ageSessions(person.id, 6 * DAY_SECONDS)
    expect((await person.client.get('/api/user/loggedIn')).status).toBe(200)
  })
})

test.describe('a hash of other parameters', () => {
  test('signs in once more and is made anew with it', async ({ newPerson, visitor, database }) => {
    const person = await newPerson()
    const weaker = await argonHash(person.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await database.change(1, 'UPDATE "User" SET "passwordHash" = $2 WHERE id = $1', [person.id, weaker])
    await signIn(visitor, person)
    const [row] = await database.rows<{ passwordHash: string }>('SELECT "passwordHash" FROM "User" WHERE id = $1', [
      person.id,
    ])
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await signIn(visitor, person)
  })
})

test.describe("next-auth's own paths", () => {
  test('sign in with the same check, and the logged-in call agrees', async ({ member, visitor }) => {
    const answer = await nextAuthSignIn(visitor, member)
    expect(answer.status).toBe(200)
    const cookie = answer.setCookies.map(readCookie).find(({ name }) => name === SESSION_COOKIE)
    expect(cookie?.attributes.has('httponly')).toBe(true)
    expect(cookie?.attributes.get('samesite')?.toLowerCase()).toBe('lax')
    const body = expectAnswer(await visitor.get('/api/user/loggedIn'), 200, sessionShape)
    expect(body._id).toBe(member.id)
  })

  test('know a session of ours', async ({ member }) => {
    const session = await nextAuthSession(member.client.copy())
    expect(session).toMatchObject({ user: { name: member.name } })
    expect(Date.parse(String(session.expires))).toBeGreaterThan(Date.now())
  })

  test('refuse a wrong password and an unknown email', async ({ member, visitor }) => {
    for (const email of [member.email, newAccount().email]) {
      const answer = await nextAuthSignIn(visitor, { email, password: newPassword() })
      expect(answer.status).toBe(401)
      expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
    }
    expectError(await visitor.get('/api/user/loggedIn'), 401)
  })

  test('refuse a sign-in without their token', async ({ member, visitor }) => {
    const body = new URLSearchParams({ email: member.email, password: member.password, json: 'true' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await visitor.send('POST', '/api/auth/callback/credentials', { headers, body })
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test('refuse a sign-in from another origin', async ({ member, visitor }) => {
    const token = await csrfToken(visitor)
    const body = new URLSearchParams({
      email: member.email,
      password: member.password,
      csrfToken: token,
      json: 'true',
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    const answer = await visitor.send('POST', '/api/auth/callback/credentials', { headers, body })
    expect(answer.status).toBe(403)
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test('sign out for our calls too', async ({ newPerson }) => {
    const { client } = await newPerson()
    const stolen = client.copy()
    const token = await csrfToken(client)
    const body = new URLSearchParams({ csrfToken: token, json: 'true' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await client.send('POST', '/api/auth/signout', { headers, body })
    expect(answer.status).toBe(200)
    expect(client.cookies.has(SESSION_COOKIE)).toBe(false)
    expectError(await stolen.get('/api/user/loggedIn'), 401)
  })

  test('never redirect to another site', async ({ member, visitor }) => {
    for (const callbackUrl of [
      ...['https://evil.example/', '//evil.example', '/\\evil.example'],
      ...['/.//evil.example', '@evil.example', '.evil.example', 'javascript:alert(1)'],
    ]) {
      const answer = await nextAuthSignIn(visitor, member, { callbackUrl })
      expect(answer.status).toBe(200)
      const { url } = answer.json() as { url: string }
      expect(new URL(url, site.baseUrl).origin).toBe(new URL(site.baseUrl).origin)
    }
  })

  test('refuse what they cannot read instead of failing over it', async ({ visitor }) => {
    for (const error of ['a%00b', '%0D%0AX:1', '%F0%9F%98%80', '%FF']) {
      expectError(await visitor.get(`/api/auth/error?error=${error}`), 400)
      expectError(await visitor.get(`/api/auth/error/${error}`), [400, 404])
    }
    for (const path of ['csrf', 'session', 'signin', 'error', 'signout']) {
      for (const callbackUrl of ['x', 'javascript:1', '%00', '//[']) {
        expectError(await visitor.get(`/api/auth/${path}?callbackUrl=${callbackUrl}`), 400)
        expect((await visitor.send('HEAD', `/api/auth/${path}?callbackUrl=${callbackUrl}`)).status).toBe(400)
      }
    }
    // When a parameter is repeated, next-auth uses the last one.
    expectError(await visitor.get('/api/auth/session?callbackUrl=/&callbackUrl=x'), 400)
    expectError(await visitor.get('/api/auth/error?error=ok&error=a%00b'), 400)
    const headers = { cookie: 'next-auth.callback-url=x' }
    expectError(await visitor.send('GET', '/api/auth/session', { headers }), 400)
  })

  test('accept a sign-in by POST only', async ({ visitor }) => {
    for (const call of ['callback/credentials', 'callback/unknown']) {
      const answer = await visitor.get(`/api/auth/${call}`)
      expectError(answer, 405)
      expect(answer.headers.allow).toBe('POST')
    }
  })

  test('refuse broken bodies, and large ones', async ({ visitor }) => {
    for (const call of ['callback/credentials', 'signin/credentials', 'signout', 'session']) {
      const send = (body: string, type: string) =>
        visitor.send('POST', `/api/auth/${call}`, { headers: { 'content-type': type }, body })
      expectError(await send('{', 'application/json'), 400)
      expectError(await send('{}', 'text/plain'), 415)
      expectError(await send('{}', 'text/plain; application/json'), 415)
      expectError(await send(`email=${'x'.repeat(100_000)}`, 'application/x-www-form-urlencoded'), 413)
    }
  })

  test('lead on to the sign-in screen, with the reason, from where next-auth sends who was refused', async ({
    member,
    visitor,
  }) => {
    const fields = { email: member.email, password: 'a wrong password', csrfToken: await csrfToken(visitor) }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    const refused = await visitor.send('POST', '/api/auth/callback/credentials', { headers, body })
    expect(refused.status).toBe(302)
    const next = new URL(String(refused.headers.location), site.baseUrl)
    const answer = await visitor.get(`${next.pathname}${next.search}`)
    expect(answer.status).toBe(302)
    expect(new URL(String(answer.headers.location), site.baseUrl).pathname).toBe('/signin')
  })

  test('stay on this site, whatever the address to return to', async ({ member, visitor }) => {
    const addresses: [callbackUrl: unknown, path: string][] = [
      ['http://[', '/'],
      ['x', '/x'],
      [7, '/7'],
      ['/search/☃', '/search/%E2%98%83'],
    ]
    for (const [callbackUrl, path] of addresses) {
      const { email, password } = member
      const fields = { email, password, callbackUrl, csrfToken: await csrfToken(visitor) }
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(fields)
      const answer = await visitor.send('POST', '/api/auth/callback/credentials', { headers, body })
      expect(answer.status).toBe(302)
      expect(new URL(String(answer.headers.location), site.baseUrl).pathname).toBe(path)
    }
  })
})

function base64(text: string): string {
  return Buffer.from(text).toString('base64url')
}
