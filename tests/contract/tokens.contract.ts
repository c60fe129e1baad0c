import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { SCOPES, type Scope } from '@/lib/calls/call'
import { type ApiAnswer, type ApiClient, newPassword } from '../support/api-client'
import { type Person, test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { CALLS, isWrite, nameOf } from '../support/calls'
import { makeNote, NOTE_FIELDS } from '../support/content'
import { codeOf, turnOnSecondFactor } from '../support/second-factor'
import { expectError } from '../support/shapes'
import { site } from '../support/site'

const PATH = '/api/token/new'
const CHALLENGE = 'Bearer realm="colophon"'
const INVALID = `${CHALLENGE}, error="invalid_token"`

/** Written down a second time on purpose: whatever is not here is closed to tokens. */
const OPEN: Record<string, Scope | 'any'> = {
  'GET /api/token': 'any',
  'GET /api/openapi.json': 'any',
  'GET /api/note': 'read',
  'GET /api/note/:id': 'read',
  'GET /api/post': 'read',
  'GET /api/post/:id': 'read',
  'GET /api/text': 'read',
  'GET /api/find': 'read',
  'GET /api/find/newest': 'read',
  'POST /api/note/new': 'write',
  'PUT /api/note/:id': 'write',
  'POST /api/post/new': 'write',
  'PUT /api/post/:id': 'write',
  'GET /api/page': 'read',
  'GET /api/page/:id': 'read',
  'POST /api/page/new': 'write',
  'PUT /api/page/:id': 'write',
  'DELETE /api/page/:id': 'trash',
  'POST /api/page/trash': 'trash',
  'POST /api/media/new': 'write',
  'POST /api/media/copy': 'write',
  'POST /api/preview/new': 'write',
  'DELETE /api/preview/:id': 'write',
  'POST /api/history/new': 'write',
  'POST /api/history/:id': 'write',
  'PUT /api/post/order': 'publish',
  'PUT /api/technology/:id': 'publish',
  'POST /api/technology/merge': 'publish',
  'GET /api/redirect': 'read',
  'POST /api/redirect': 'publish',
  'DELETE /api/redirect/:id': 'publish',
  'DELETE /api/note/:id': 'trash',
  'POST /api/note/trash': 'trash',
  'DELETE /api/post/:id': 'trash',
  'POST /api/post/trash': 'trash',
}

type Made = { token: string; _id: string }

async function makeToken({ client }: Person, ...scopes: Scope[]): Promise<Made> {
  const answer = await client.post(PATH, { name: `For ${scopes.join(' and ')}`, scopes, days: 7 })
  expect(answer.status, answer.text).toBe(201)
  return answer.json() as Made
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const draft = { ...NOTE_FIELDS, status: 'draft' }

function expectChallenge(answer: ApiAnswer, status: number, challenge: string): void {
  expectError(answer, status)
  expect(answer.headers['www-authenticate'], `${answer.method} ${answer.path}`).toBe(challenge)
}

test('a call is open to tokens only where it is on the list', () => {
  const open = CALLS.flatMap((call) => (call.token ? [[nameOf(call), call.token]] : []))
  expect(Object.fromEntries(open)).toEqual(OPEN)
  for (const call of CALLS) expect(call.token, nameOf(call)).toBe(OPEN[nameOf(call)])
})

test('every call opens to the scope it names, and to nothing else that calls itself a token', async ({
  newPerson,
  admin,
  visitor,
  database,
}) => {
  const person = await newPerson('admin')
  const scoped = await Promise.all(SCOPES.map(async (scope) => ({ scope, ...(await makeToken(person, scope)) })))
  const [expired, revoked] = [await makeToken(person, ...SCOPES), await makeToken(person, ...SCOPES)]
  await database.change(1, `UPDATE "ApiToken" SET "expiresAt" = now() WHERE id = $1`, [expired._id])
  expect((await person.client.delete(`/api/token/${revoked._id}`)).status).toBe(200)
  const former = await newPerson('admin')
  const { token: demoted } = await makeToken(former, ...SCOPES)
  const demotion = { ids: [former.id], action: 'demote' }
  expect((await admin.client.post('/api/user/members', demotion)).status).toBe(200)
  const live = scoped[0]?.token ?? ''
  const misspelt = `${live.slice(0, -1)}${live.endsWith('0') ? '1' : '0'}`
  const invalid = [expired.token, revoked.token, demoted, misspelt, 'admin', '']

  // What is no token is told in one place, before any call: of each kind some calls show it.
  for (const [number, call] of CALLS.entries()) {
    const path = call.path.replace(/:\w+/g, 'unknown')
    const send = (client: ApiClient, headers = {}) => client.send(call.method, path, { headers })
    if (call.access === 'schedule') {
      for (const { token } of scoped) expectError(await send(visitor, bearer(token)), [401, 404])
      continue
    }
    const without = await send(visitor)
    // Everybody else is answered by another call at the same address.
    const isPublic = CALLS.some((other) => nameOf(other) === nameOf(call) && other.access === 'anyone')
    if (isPublic) expect([401, 403], nameOf(call)).not.toContain(without.status)
    else expectChallenge(without, 401, CHALLENGE)
    const wanted = OPEN[nameOf(call)]
    for (const { scope, token } of scoped) {
      const answer = await send(visitor, bearer(token))
      if (wanted === 'any' || wanted === scope) expect([401, 403], nameOf(call)).not.toContain(answer.status)
      else {
        const named = wanted ? `, scope="${wanted}"` : ''
        expectChallenge(answer, 403, `${CHALLENGE}, error="insufficient_scope"${named}`)
      }
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers.vary).toMatch(/\bauthorization\b/i)
    }
    const token = invalid[number % invalid.length] ?? ''
    expectChallenge(await send(visitor, bearer(token)), 401, INVALID)
    // A good cookie beside a bad token counts for nothing.
    expectChallenge(await send(admin.client, bearer(expired.token)), 401, INVALID)
    if (isWrite(call)) expectError(await send(visitor, { ...bearer(live), origin: 'https://evil.example' }), 403)
  }
})

test('a token beside another one’s cookie acts for its own admin, and next-auth knows neither', async ({
  newPerson,
  admin,
}) => {
  const person = await newPerson('admin')
  const { token } = await makeToken(person, 'write')
  expectError(await admin.client.get('/api/auth/session', bearer(token)), 403)
  const made = await admin.client.post('/api/note/new', draft, bearer(token))
  expect(made.status, made.text).toBe(201)
  const { _id } = made.json() as Made
  const [row] = await readAuditLog(admin.client, _id)
  expect(row).toMatchObject({ actorId: person.id, action: 'note.create' })
  expect(row?.via).toMatch(/^[\w-]{36} For write$/)
})

test('a token says what it is, and has no business in an address', async ({ newPerson, visitor, admin }) => {
  const { token } = await makeToken(await newPerson('admin'), 'trash')
  const answer = await visitor.get('/api/token', bearer(token))
  expect(answer.json()).toEqual({ name: 'For trash', scopes: ['trash'], expiresAt: expect.any(String) })
  expectError(await visitor.get(`/api/note?access_token=${token}`), 400)
  expectError(await admin.client.get(`/api/note?access_token=${token}`), 400)
  expectError(await admin.client.get('/api/token'), 401)
})

test('who may only write changes nothing that is public, and nobody deletes for good', async ({
  newPerson,
  visitor,
  admin,
}) => {
  const person = await newPerson('admin')
  const write = bearer((await makeToken(person, 'write')).token)
  const both = bearer((await makeToken(person, 'write', 'publish')).token)
  const trash = bearer((await makeToken(person, 'trash')).token)
  const toPublish = `${CHALLENGE}, error="insufficient_scope", scope="publish"`

  const { _id: known } = await makeNote(admin.client)
  for (const fields of [{ title: 'Else' }, { status: 'draft' }])
    expectChallenge(await visitor.put(`/api/note/${known}`, fields, write), 403, toPublish)
  expectChallenge(await visitor.post('/api/note/new', NOTE_FIELDS, write), 403, toPublish)
  expectChallenge(await visitor.form('POST', '/api/post/new', { title: 'a', description: 'b' }, write), 403, toPublish)

  const { _id: own } = (await visitor.post('/api/note/new', draft, write)).json() as Made
  visitor.made.length = 0
  admin.client.made.push(`/api/note/${own}`)
  expect((await visitor.put(`/api/note/${own}`, { title: 'Else' }, write)).status).toBe(200)
  const later = { publishAt: new Date(Date.now() + 3_600_000).toISOString() }
  for (const fields of [{ status: 'published' }, { status: 'published', ...later }])
    expectChallenge(await visitor.put(`/api/note/${own}`, fields, write), 403, toPublish)
  expect((await visitor.put(`/api/note/${own}`, { status: 'published' }, both)).status).toBe(200)
  expect((await visitor.get(`/api/note/${own}`)).status).toBe(200)

  const act = (action: string) => visitor.post('/api/note/trash', { ids: [own], action }, trash)
  expect((await act('trash')).json()).toMatchObject({ count: 1 })
  expectChallenge(await act('purge'), 403, `${CHALLENGE}, error="insufficient_scope"`)
  expect((await act('restore')).json()).toMatchObject({ count: 1 })
})

test('a token reads drafts, of lists too', async ({ newPerson, visitor, admin }) => {
  const { _id } = await makeNote(admin.client, { status: 'draft' })
  const read = bearer((await makeToken(await newPerson('admin'), 'read')).token)
  expect((await visitor.get(`/api/note/${_id}`, read)).json()).toMatchObject({ data: { status: 'draft' } })
  const list = await visitor.get('/api/note?status=draft', read)
  expect((list.json() as Array<{ _id: string }>).map((note) => note._id)).toContain(_id)
})

test('making one takes a fresh sign-in, a code where there is a second factor, and room for it', async ({
  newPerson,
  database,
}) => {
  const person = await newPerson('admin')
  const body = { name: ' CI ', scopes: ['read', 'read'] }
  for (const [fields, path] of [
    [{ name: '' }, 'name'],
    [{ name: 'a'.repeat(61) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['all'] }, 'scopes.0'],
    [{ days: 8 }, 'days'],
  ] as const)
    expectError(await person.client.post(PATH, { ...body, ...fields }), 422, path)
  const made = await person.client.post(PATH, body)
  expect(made.headers['cache-control']).toBe('private, no-store')
  const { token, data } = made.json() as Made & { data: { expiresAt: string; createdAt: string } }
  expect(token).toMatch(/^colophon_[0-9A-Za-z]{46}$/)
  expect(data).toMatchObject({ name: 'CI', scopes: ['read'], lastFour: token.slice(-4), lastUsedAt: null })
  expect(Math.round((Date.parse(data.expiresAt) - Date.parse(data.createdAt)) / 86_400_000)).toBe(90)

  await database.rows(
    `INSERT INTO "ApiToken" ("id", "userId", "name", "hash", "lastFour", "expiresAt")
     SELECT 'full-' || n || $1, $1, '', 'full-' || n || $1, '', now() + interval '1 day' FROM generate_series(1, 19) AS n`,
    [person.id],
  )
  expectError(await person.client.post(PATH, body), 409)
  await database.rows(`UPDATE "ApiToken" SET "expiresAt" = now() WHERE "userId" = $1`, [person.id])
  expect((await person.client.post(PATH, body)).status).toBe(201)

  const { key } = await turnOnSecondFactor(person.client, person.password)
  expectError(await person.client.post(PATH, body), 422, 'code')
  expect((await person.client.post(PATH, { ...body, code: codeOf(key) })).status).toBe(201)
  const old = `UPDATE "Session" SET "createdAt" = now() - interval '16 minutes' WHERE "userId" = $1`
  await database.change(1, old, [person.id])
  expectError(await person.client.post(PATH, body), 403, 'session')
})

test('one’s own alone are revoked, and a new password ends them', async ({ newPerson, visitor, admin }) => {
  const person = await newPerson('admin')
  const { token, _id } = await makeToken(person, 'read')
  for (const id of [_id, 'unknown']) expectError(await admin.client.delete(`/api/token/${id}`), 404)
  expect((await visitor.get('/api/token', bearer(token))).status).toBe(200)
  const password = newPassword()
  expect((await person.client.put(`/api/user/profile/${person.id}`, { password })).status).toBe(200)
  expectError(await visitor.get('/api/token', bearer(token)), 401)
})

test('a token uses up its own writes, not those of its admin', async ({ newPerson, visitor }) => {
  const person = await newPerson('admin')
  const { token } = await makeToken(person, 'write')
  const write = (headers: Record<string, string>) => person.client.post('/api/history/new', {}, headers)
  for (let count = 0; count < 120; count += 1) expectError(await write(bearer(token)), 422)
  const refused = await write(bearer(token))
  expectError(refused, 429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expectError(await write({}), 422)
  expect((await visitor.get('/api/note', bearer(token))).status).toBe(403)
})

test('a token is in no log and in no row', async ({ newPerson, visitor, database, admin }) => {
  const person = await newPerson('admin')
  const { token, _id } = await makeToken(person, 'read')
  await visitor.get('/api/note', bearer(token))
  expectError(await visitor.get('/api/settings', bearer(token)), 405)
  expectError(await visitor.put('/api/settings', {}, bearer(token)), 403)
  const secret = token.slice('colophon_'.length)
  const tables = await database.rows<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
  )
  for (const { name } of tables)
    expect(
      await database.rows(`SELECT 1 FROM "${name}" AS row WHERE row::text LIKE $1`, [`%${secret}%`]),
      name,
    ).toEqual([])
  if (site.logFile) expect(readFileSync(site.logFile, 'utf8')).not.toContain(secret)
  await person.client.delete(`/api/token/${_id}`)
  const log = await readAuditLog(admin.client, _id)
  expect(log.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ['token.create', 'For read'],
    ['token.revoke', 'For read'],
  ])
  expect(JSON.stringify(log)).not.toContain(secret)
})
