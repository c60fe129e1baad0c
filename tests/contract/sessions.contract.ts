import { expect } from '@playwright/test'
import { z } from 'zod'
import { type ApiAnswer, ApiClient, newPassword } from '../support/api-client'
import { type Person, test, trySignIn } from '../support/api-test'
import { begunShape, codeOf, SECOND_FACTOR_PATH } from '../support/second-factor'
import { expectAnswer, expectError, messageShape } from '../support/shapes'
import { site } from '../support/site'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PATH = '/api/user/sessions'

const listShape = z.strictObject({
  sessions: z.array(
    z.strictObject({
      _id: z.string().min(1),
      device: z.string().min(1),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
})

const list = async (client: ApiClient) => expectAnswer(await client.get(PATH), 200, listShape).sessions
const isSignedIn = async (client: ApiClient) => (await client.get('/api/user/loggedIn')).status === 200

async function signInElsewhere(person: Person): Promise<ApiClient> {
  const client = new ApiClient(site.baseUrl)
  expect((await trySignIn(client, person, { 'user-agent': FIREFOX })).status).toBe(200)
  return client
}

test('one’s own live sessions are listed by device, this one first and marked', async ({ newPerson, otherMember }) => {
  const person = await newPerson()
  await signInElsewhere(person)
  const sessions = await list(person.client)
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect(sessions[1]?.device).toBe('Firefox on Linux')
  const others = (await list(otherMember.client)).map(({ _id }) => _id)
  for (const { _id } of sessions) expect(others).not.toContain(_id)
})

test('a session that ran out is not listed', async ({ newPerson, database }) => {
  const person = await newPerson()
  await database.ageSessions(person.id, 8 * 24 * 60 * 60)
  const now = await signInElsewhere(person)
  expect(await list(now)).toHaveLength(1)
})

test('ending one ends it with the next request, and no other', async ({ newPerson }) => {
  const person = await newPerson()
  const elsewhere = await signInElsewhere(person)
  const third = await signInElsewhere(person)
  const [own] = await list(elsewhere)
  expectAnswer(await person.client.delete(`${PATH}/${own?._id}`), 200, messageShape)
  expect(await isSignedIn(elsewhere)).toBe(false)
  expect(await isSignedIn(third)).toBe(true)
  expect(await isSignedIn(person.client)).toBe(true)
  expectError(await person.client.delete(`${PATH}/${own?._id}`), 404)
})

test('ending this one deletes its cookie', async ({ newPerson }) => {
  const { client } = await newPerson()
  const copied = client.copy()
  const [own] = await list(client)
  expectAnswer(await client.delete(`${PATH}/${own?._id}`), 200, messageShape)
  expect([...client.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  expect(await isSignedIn(copied)).toBe(false)
})

test('ending all others leaves this one alone', async ({ newPerson }) => {
  const person = await newPerson()
  const others = [await signInElsewhere(person), await signInElsewhere(person)]
  expect(expectAnswer(await person.client.delete(PATH), 200, messageShape)).toMatchObject({ count: 2 })
  for (const other of others) expect(await isSignedIn(other)).toBe(false)
  expect(await list(person.client)).toHaveLength(1)
  expect(expectAnswer(await person.client.delete(PATH), 200, messageShape)).toMatchObject({ count: 0 })
})

test('nobody lists or ends the sessions of somebody else, not even an admin', async ({
  newPerson,
  admin,
  member,
  visitor,
}) => {
  const person = await newPerson()
  const [own] = await list(person.client)
  for (const { client } of [admin, member]) expectError(await client.delete(`${PATH}/${own?._id}`), 404)
  expectError(await visitor.delete(`${PATH}/${own?._id}`), 401)
  expectError(await visitor.delete(PATH), 401)
  expectError(await visitor.get(PATH), 401)
  expectError(await person.client.delete(PATH, { origin: 'https://evil.example' }), 403)
  expect(await isSignedIn(person.client)).toBe(true)
})

test.describe('a sign-in that is on its way', () => {
  const NEW_HASH = 'UPDATE "User" SET "passwordHash" = $2 WHERE id = $1'
  const NEW_FACTOR = `
    INSERT INTO "SecondFactor" ("userId", "sealedKey", "isConfirmed", "recoveryHashes") VALUES ($1, $2, true, '{}')`
  const ENDS = [
    ['another password', NEW_HASH, 'Wrong email or password.', undefined],
    ['a second factor', NEW_FACTOR, 'Enter the code from your authenticator app.', true],
  ] as const
  for (const [title, sql, message, secondFactor] of ENDS) {
    for (const way of ['/api/user/signin', 'next-auth'] as const) {
      test(`begins no session after ${title}, by ${way}`, async ({ newPerson, visitor, database }) => {
        const person = await newPerson()
        const { email, password } = person
        const csrfToken = ((await visitor.get('/api/auth/csrf')).json() as { csrfToken: string }).csrfToken
        const send = () =>
          way === 'next-auth'
            ? visitor.post('/api/auth/callback/credentials', { email, password, csrfToken, json: 'true' })
            : trySignIn(visitor, person)
        const end: [string, unknown[]] = [sql, [person.id, 'another']]
        const answer = await database.whileAccountHeld(person.id, { begin: undefined, send, end })
        expect(answer.status).toBe(401)
        if (way !== 'next-auth') expect(answer.json()).toMatchObject({ message, ...(secondFactor && { secondFactor }) })
        expect(await isSignedIn(visitor)).toBe(false)
        expect(await database.rows('SELECT 1 FROM "Session" WHERE "userId" = $1', [person.id])).toHaveLength(1)
      })
    }
  }

  type Change = { change: (person: Person, admin: Person, key: string) => Promise<ApiAnswer>; role?: 'admin' }
  const members =
    (action: string): Change['change'] =>
    ({ id }, { client }) =>
      client.post('/api/user/members', { ids: [id], action })
  const CHANGES: Record<string, Change> = {
    'a new password': {
      change: ({ client, id }) => client.put(`/api/user/profile/${id}`, { password: newPassword() }),
    },
    'a new password by an admin': {
      change: ({ id }, { client }) => client.put(`/api/user/profile/${id}`, { password: newPassword() }),
    },
    'a second factor': {
      change: ({ client }, _admin, key) => client.post(SECOND_FACTOR_PATH, { action: 'confirm', code: codeOf(key) }),
      role: 'admin',
    },
    'a promotion': { change: members('promote') },
    'a demotion': { change: members('demote'), role: 'admin' },
    'the end of all sessions': { change: members('end-sessions') },
    'the end of the account': { change: members('delete') },
  }
  for (const [title, { change, role }] of Object.entries(CHANGES)) {
    test(`is ended by ${title} that comes before its answer`, async ({ newPerson, admin, database }) => {
      const person = await newPerson(role)
      let key = ''
      if (title === 'a second factor') {
        const begun = await person.client.post(SECOND_FACTOR_PATH, { action: 'begin', password: person.password })
        key = expectAnswer(begun, 200, begunShape).key
      }
      // As a sign-in leaves it that was checked, and is not committed.
      const tokenHash = crypto.randomUUID()
      const begin: [string, unknown[]] = [
        `INSERT INTO "Session" ("id", "tokenHash", "userId", "userAgent", "expiresAt")
         VALUES ($2, $2, $1, '', now() + interval '1 day')`,
        [person.id, tokenHash],
      ]
      const send = () => change(person, admin, key)
      const answer = await database.whileAccountHeld(person.id, { begin, send, end: undefined })
      expect(answer.status).toBe(200)
      expect(await database.rows('SELECT 1 FROM "Session" WHERE "tokenHash" = $1', [tokenHash])).toEqual([])
    })
  }
})

test('a promotion ends the sessions of who becomes an admin, and of nobody who is one', async ({
  newPerson,
  admin,
}) => {
  const [person, colleague] = [await newPerson(), await newPerson('admin')]
  const body = { ids: [person.id, colleague.id, admin.id], action: 'promote' }
  expect((await admin.client.post('/api/user/members', body)).status).toBe(200)
  expectError(await person.client.post('/api/note/new', {}), 401)
  expect(await isSignedIn(colleague.client)).toBe(true)
  expect(await isSignedIn(admin.client)).toBe(true)
  const again = await signInElsewhere(person)
  expectError(await again.post('/api/note/new', {}), 422)
})
