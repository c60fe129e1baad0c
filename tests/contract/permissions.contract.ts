import { expect } from '@playwright/test'
import { ApiClient } from '../support/api-client'
import { type Person, signIn, test } from '../support/api-test'
import { CALLS, fillIds, type Ids, isWrite, nameOf, WRITES } from '../support/calls'
import { listNotes, listPosts, makeNote, makePage, makePost, NOTE_FIELDS, readProfile } from '../support/content'
import type { TestDatabase } from '../support/database'
import { png } from '../support/pictures'
import { expectAnswer, expectError, messageShape, pictureShape } from '../support/shapes'
import { site } from '../support/site'

type Headers = Record<string, string>

/** Written down a second time on purpose: every other write is an admin's, whatever its call says. */
const OPEN_TO_ANYONE = ['POST /api/user/signup', 'POST /api/user/signin', 'POST /api/user/logout', 'POST /api/view']
/** What members do to their own account. The second factor of a member, or another's profile, is refused. */
const OPEN_TO_MEMBERS = ['DELETE /api/user/sessions', 'DELETE /api/user/sessions/:id']

type Meeting = { newPerson: (role?: 'user' | 'admin') => Promise<Person>; database: TestDatabase; admin: Person }
type Actor = {
  title: string
  statuses: readonly number[]
  headers?: Headers
  become: (meeting: Meeting) => Promise<ApiClient>
}

const ACTORS: Actor[] = [
  {
    title: 'a visitor who claims in headers to be an admin',
    statuses: [401],
    headers: {
      'x-is-admin': 'true',
      isadmin: 'true',
      authorization: 'Bearer admin',
      'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
    },
    become: async () => new ApiClient(site.baseUrl),
  },
  {
    title: 'a regular user whose cookies claim to be an admin',
    statuses: [403],
    become: async ({ newPerson }) => {
      const { client } = await newPerson()
      client.cookies.set('isAdmin', 'true')
      client.cookies.set('profile', encodeURIComponent('{"isAdmin":true}'))
      return client
    },
  },
  {
    title: 'an admin whom another admin demoted',
    statuses: [401],
    become: async ({ newPerson, admin }) => {
      const person = await newPerson('admin')
      const demoted = await admin.client.post('/api/user/members', { ids: [person.id], action: 'demote' })
      expectAnswer(demoted, 200, messageShape)
      return person.client
    },
  },
  {
    title: 'an admin whose account was removed',
    statuses: [401],
    become: async ({ newPerson, database }) => {
      const person = await newPerson('admin')
      await database.change(1, 'DELETE FROM "User" WHERE id = $1', [person.id])
      return person.client
    },
  },
  {
    title: 'the copied cookie of an admin who logged out',
    statuses: [401],
    become: async ({ newPerson }) => {
      const { client } = await newPerson('admin')
      const copied = client.copy()
      await client.post('/api/user/logout')
      return copied
    },
  },
]

test('every write wants a session, but for those a visitor has to send', () => {
  const open = CALLS.filter((call) => isWrite(call) && call.access === 'anyone')
  expect(open.map(nameOf).sort()).toEqual([...OPEN_TO_ANYONE].sort())
})

for (const { title, statuses, headers = {}, become } of ACTORS) {
  test(`${title} can write nothing, and every try leaves all as it was`, async ({
    newPerson,
    database,
    admin,
    member,
    visitor,
  }) => {
    const ids = {
      post: await makePost(admin.client),
      note: (await makeNote(admin.client))._id,
      page: (await makePage(admin.client))._id,
      user: member.id,
      session: (await sessionsOf(member))[0] ?? '',
      password: member.password,
    }
    const image = await png()
    const state = async () => [
      await listPosts(visitor),
      await listNotes(visitor),
      await readProfile(admin.client, member.id),
      await database.rows('SELECT * FROM "SiteSettings"'),
      await database.rows('SELECT id FROM "Session" WHERE "userId" = $1 ORDER BY id', [member.id]),
      await database.rows('SELECT count(*) FROM "Media"'),
      await database.rows('SELECT "userId" FROM "SecondFactor" ORDER BY "userId"'),
    ]
    const before = await state()
    const client = await become({ newPerson, database, admin })
    const cookies = new Map(client.cookies)
    for (const [name, write] of Object.entries(WRITES)) {
      if (statuses.includes(403) && OPEN_TO_MEMBERS.includes(name)) continue
      // A response may delete a dead cookie; the next request sends it again.
      for (const [name, value] of cookies) client.cookies.set(name, value)
      expectError(await write(client, { ids, headers, image }), statuses)
    }
    expect(await state()).toEqual(before)
  })
}

test('a picture for a text is uploaded by an admin and by nobody else', async ({
  visitor,
  member,
  admin,
  database,
}) => {
  const image = { file: await png(), name: 'tea.png', type: 'image/png' }
  const path = '/api/media/new'
  const count = () => database.rows('SELECT count(*) FROM "Media"')
  const before = await count()
  expectError(await visitor.form('POST', path, { image }), 401)
  expectError(await member.client.form('POST', path, { image }), 403)
  expectError(await admin.client.form('POST', path, { image }, { origin: 'https://evil.example' }), 403)
  expectError(await admin.client.form('POST', path, { alt: 'A pot' }), 422, 'image')
  expectError(await admin.client.form('POST', path, { image: { file: Buffer.from('<svg/>') } }), 415, 'image')
  expect(await count()).toEqual(before)

  const made = expectAnswer(await admin.client.form('POST', path, { image, alt: 'A pot' }), 201, pictureShape)
  expect(made).toMatchObject({ width: 64, height: 48 })
  const url = new URL(made.url, site.baseUrl)
  expect((await new ApiClient(url.origin).get(url.pathname)).status).toBe(200)
  await database.change(1, 'DELETE FROM "Media" WHERE id = $1', [made._id])
})

test('an admin can do every write', async ({ admin, newPerson, database }) => {
  const [actor, person] = [await newPerson('admin'), await newPerson()]
  await signIn(new ApiClient(site.baseUrl), actor)
  const own = (await sessionsOf(actor)).slice(1)
  const ids = {
    post: await makePost(admin.client),
    note: (await makeNote(admin.client))._id,
    page: (await makePage(admin.client))._id,
    user: person.id,
    session: own[0] ?? '',
    password: actor.password,
  }
  const image = await png()
  for (const write of Object.values(WRITES)) {
    const answer = await write(actor.client, { ids, headers: {}, image })
    expect([200, 201], `${answer.method} ${answer.path}: ${answer.text}`).toContain(answer.status)
    if (answer.path.startsWith('/api/media/')) {
      const { _id } = expectAnswer(answer, answer.method === 'PUT' ? 200 : 201, pictureShape)
      await database.change(1, 'DELETE FROM "Media" WHERE id = $1', [_id])
    }
  }
  admin.client.made.push(...actor.client.made)
})

/** The ids of somebody's sessions, their own first. */
async function sessionsOf({ client }: Person): Promise<string[]> {
  const { sessions } = (await client.get('/api/user/sessions')).json() as { sessions: Array<{ _id: string }> }
  return sessions.map(({ _id }) => _id)
}

test('an admin who was promoted after signing in can write at once', async ({ newPerson, database }) => {
  const person = await newPerson()
  expectError(await person.client.post('/api/note/new', NOTE_FIELDS), 403)
  await database.setAdmin(person.id, true)
  const note = await makeNote(person.client)
  expect((await person.client.delete(`/api/note/${note._id}`)).status).toBe(200)
})

test('who may not write is not told whether a thing exists', async ({ visitor, member, admin }) => {
  const post = await makePost(admin.client)
  for (const [client, status] of [
    [visitor, 401],
    [member.client, 403],
  ] as const) {
    for (const id of [post, 'unknown']) {
      expectError(await client.delete(`/api/post/${id}`), status)
      expectError(await client.form('PUT', `/api/post/${id}`, { title: 'x' }), status)
      expectError(await client.put(`/api/note/${id}`, { title: 'x' }), status)
      expectError(await client.delete(`/api/note/${id}`), status)
    }
  }
})

test('whose it is comes before what was sent', async ({ visitor, member, otherMember, admin }) => {
  const page = (await makePage(admin.client))._id
  const note = (await makeNote(admin.client))._id
  const ids: Ids = { post: await makePost(admin.client), note, page, user: admin.id }
  const json = { 'content-type': 'application/json' }
  const bodies = [
    { headers: json, body: '{' },
    { headers: json, body: '{"name":"","title":"","ids":[],"action":"else","ownerName":""}' },
    { headers: { ...json, 'content-length': String(5 * 1_048_576) }, withholdBody: true },
    { headers: { 'content-type': 'text/plain' }, body: 'x' },
  ]
  const calls = CALLS.filter((call) => isWrite(call) && call.body && call.access !== 'anyone').map(nameOf)
  expect(calls.length).toBeGreaterThan(10)
  const others = [`PUT /api/user/profile/${otherMember.id}`, 'PUT /api/user/profile/unknown']
  for (const [index, write] of [...calls, ...others].entries()) {
    const [method = '', path = ''] = write.split(' ')
    // Of one call the one sends what the other sends of the next.
    for (const [number, body] of bodies.entries()) {
      if ((index + number) % 2 === 0) expectError(await visitor.send(method, fillIds(path, ids), body), 401)
      else expectError(await member.client.send(method, fillIds(path, ids), body), 403)
    }
  }
  expectError(await admin.client.put('/api/user/profile/unknown', { name: 'x' }), 404)
  expectError(await member.client.put(`/api/user/profile/${member.id}`, { name: '' }), 422, 'name')
})

test('no write happens by GET', async ({ admin, visitor }) => {
  const post = await makePost(admin.client)
  const before = [await listPosts(visitor), await listNotes(visitor)]
  for (const path of [
    `/api/post/${post}?_method=DELETE`,
    `/api/post/${post}?title=x`,
    '/api/note/new?title=x&about=&description=',
    '/api/user/logout',
  ]) {
    await admin.client.get(path, { 'x-http-method-override': 'DELETE' })
  }
  expect([await listPosts(visitor), await listNotes(visitor)]).toEqual(before)
  expect((await admin.client.get('/api/user/loggedIn')).status).toBe(200)
})
