import { expect } from '@playwright/test'
import { z } from 'zod'
import { ApiClient } from '../support/api-client'
import { newAccount, signIn, test, trySignIn } from '../support/api-test'
import {
  listNotes,
  listPages,
  listPosts,
  makeNote,
  makePage,
  makePost,
  readNote,
  readPage,
  readPost,
  readProfile,
} from '../support/content'
import { expectAnswer, expectError } from '../support/shapes'
import { site } from '../support/site'

/* The calls the admin's screens add to the API contract, by the same rules. */

const countedShape = z.looseObject({ message: z.string().min(1), count: z.int() })
const settingsShape = z.looseObject({
  message: z.string().min(1),
  settings: z.looseObject({ version: z.int(), bio: z.string(), signUpOpen: z.boolean(), showEmail: z.boolean() }),
})

const TRASHES = [
  {
    kind: 'post',
    make: (client: ApiClient) => makePost(client),
    read: readPost,
    list: listPosts,
    change: (client: ApiClient, id: string) => client.form('PUT', `/api/post/${id}`, { title: 'x' }),
  },
  {
    kind: 'note',
    make: async (client: ApiClient) => (await makeNote(client))._id,
    read: readNote,
    list: listNotes,
    change: (client: ApiClient, id: string) => client.put(`/api/note/${id}`, { title: 'x' }),
  },
  {
    kind: 'page',
    make: async (client: ApiClient) => (await makePage(client))._id,
    read: readPage,
    list: listPages,
    change: (client: ApiClient, id: string) => client.put(`/api/page/${id}`, { title: 'x' }),
  },
] as const

for (const { kind, make, read, list, change } of TRASHES) {
  test.describe(`the trash of a ${kind}`, () => {
    const trash = async (client: ApiClient, ids: string[], action: string) =>
      expectAnswer(await client.post(`/api/${kind}/trash`, { ids, action }), 200, countedShape).count

    test('hides it from everybody, and restores it unchanged and in the same position', async ({ admin, visitor }) => {
      const { client } = admin
      const ids = [await make(client), await make(client)]
      const [first = ''] = ids
      const before = await list(visitor)
      const row = await read(visitor, first)
      expect(await trash(client, ids, 'trash')).toBe(2)
      for (const reader of [visitor, client]) {
        expectError(await reader.get(`/api/${kind}/${first}`), 404)
        expect((await list(reader)).map(({ _id }) => _id)).toEqual(
          before.map(({ _id }) => _id).filter((id) => !ids.includes(id)),
        )
      }
      expectError(await change(client, first), 404)
      expectError(await client.delete(`/api/${kind}/${first}`), 404)
      expect(await trash(client, ids, 'restore')).toBe(2)
      expect({ ...(await read(visitor, first)), version: 0 }).toEqual({ ...row, version: 0 })
      expect((await list(visitor)).map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id))
    })

    test('contains what was deleted one by one, and purges only its own rows', async ({ admin, visitor }) => {
      const { client } = admin
      const [retained, gone] = [await make(client), await make(client)]
      expect((await client.delete(`/api/${kind}/${gone}`)).status).toBe(200)
      expect(await trash(client, [retained, gone], 'purge')).toBe(1)
      expect((await read(visitor, retained))._id).toBe(retained)
      expect(await trash(client, [gone], 'restore')).toBe(0)
      expectError(await visitor.get(`/api/${kind}/${gone}`), 404)
    })

    test('requires 1 to 100 ids and a known action', async ({ admin }) => {
      const { client } = admin
      const id = await make(client)
      const ids = Array.from({ length: 100 }, () => id)
      const path = `/api/${kind}/trash`
      expectAnswer(await client.post(path, { ids, action: 'restore' }), 200, countedShape)
      expectError(await client.post(path, { ids: [...ids, id], action: 'trash' }), 422, 'ids')
      expectError(await client.post(path, { ids: [], action: 'trash' }), 422, 'ids')
      expectError(await client.post(path, { ids: id, action: 'trash' }), 422, 'ids')
      expectError(await client.post(path, { ids: [id], action: 'burn' }), 422, 'action')
      expect(await trash(client, ['unknown', crypto.randomUUID()], 'trash')).toBe(0)
      expect((await read(client, id))._id).toBe(id)
    })
  })
}

test.describe('members', () => {
  const path = '/api/user/members'

  test('are promoted and demoted, and who is demoted must sign in again', async ({ admin, newPerson, visitor }) => {
    const person = await newPerson()
    expectAnswer(await admin.client.post(path, { ids: [person.id], action: 'promote' }), 200, countedShape)
    expect((await readProfile(visitor, person.id)).isAdmin).toBe(true)
    expectAnswer(await admin.client.post(path, { ids: [person.id], action: 'demote' }), 200, countedShape)
    expect((await readProfile(visitor, person.id)).isAdmin).toBe(false)
    expectError(await person.client.get('/api/user/loggedIn'), 401)
  })

  test('lose their sessions, or their account', async ({ admin, newPerson, visitor }) => {
    const person = await newPerson()
    expectAnswer(await admin.client.post(path, { ids: [person.id], action: 'end-sessions' }), 200, countedShape)
    const unknown = { ids: [person.id, crypto.randomUUID()], action: 'end-sessions' }
    expect(expectAnswer(await admin.client.post(path, unknown), 200, countedShape)).toMatchObject({ count: 1 })
    expectError(await person.client.get('/api/user/loggedIn'), 401)
    await signIn(person.client, person)
    expectAnswer(await admin.client.post(path, { ids: [person.id], action: 'delete' }), 200, countedShape)
    expectError(await person.client.get('/api/user/loggedIn'), 401)
    expectError(await visitor.get(`/api/user/profile/${person.id}`), 404)
    expectError(await trySignIn(visitor, person), 401)
  })

  test('can never all be demoted or deleted: one admin stays', async ({ admin, database }) => {
    const admins = await database.rows<{ id: string }>('SELECT id FROM "User" WHERE "isAdmin"')
    for (const action of ['demote', 'delete']) {
      expectError(await admin.client.post(path, { ids: admins.map(({ id }) => id), action }), 409)
    }
    expect(await database.rows('SELECT id FROM "User" WHERE "isAdmin"')).toEqual(admins)
    expect((await admin.client.get('/api/user/loggedIn')).status).toBe(200)
  })
})

test.describe('settings', () => {
  const path = '/api/settings'
  const save = async (client: ApiClient, fields: Record<string, unknown>) =>
    expectAnswer(await client.put(path, fields), 200, settingsShape).settings

  test('keep omitted fields, and refuse a stale save', async ({ admin }) => {
    const before = await save(admin.client, {})
    try {
      const saved = await save(admin.client, { bio: 'I make tea.', version: before.version })
      expect(saved).toEqual({ ...before, bio: 'I make tea.', version: saved.version })
      const late = await admin.client.put(path, { bio: 'I make coffee.', version: before.version })
      expect(expectError(late, 409).current).toEqual(saved)
    } finally {
      await save(admin.client, { bio: before.bio })
    }
  })

  test('refuse wrong fields and name them', async ({ admin }) => {
    const before = await save(admin.client, {})
    const wrong: [string, unknown][] = [
      ['ownerName', ''],
      ['ownerName', '\u3164\u200D'],
      ['titleLine', '\u0301'],
      ['bio', 'x'.repeat(2_001)],
      ['codeUrl', 'javascript:x()'],
      ['contactEmail', 'nobody'],
      ['signUpOpen', 'yes'],
      ['aboutProfileId', 'unknown'],
      ['accent', 'red'],
      ['accentDark', '#000000'],
      ['fonts', 'comic'],
      ['homeSections', ['notes', 'notes']],
    ]
    for (const [field, value] of wrong) expectError(await admin.client.put(path, { [field]: value }), 422, field)
    expect({ ...(await save(admin.client, {})), version: 0 }).toEqual({ ...before, version: 0 })
  })

  test('name the time zone whose dates pages show; feeds and answers stay in UTC', async ({ admin, visitor }) => {
    for (const timeZone of ['Mars/Olympus', '+02:00', '', 7]) {
      expectError(await admin.client.put(path, { timeZone }), 422, 'timeZone')
    }
    const publishAt = '2020-01-09T23:30:00.000Z'
    const { _id } = await makeNote(admin.client, { publishAt })
    const shown = async () => (await visitor.get(`/note/${_id}`)).text
    expect(await shown()).toContain('Posted: 2020-01-09')
    try {
      expect((await save(admin.client, { timeZone: 'europe/amsterdam' })).timeZone).toBe('Europe/Amsterdam')
      expect(await shown()).toContain('Posted: 2020-01-10')
      expect((await visitor.get(`/note/${_id}.md`)).text).toContain('Posted: 2020-01-10')
      expect((await visitor.get('/feed.json')).text).not.toContain('2020-01-10')
      expect((await readNote(visitor, _id)).createdAt).toBe(publishAt)
    } finally {
      await save(admin.client, { timeZone: 'UTC' })
    }
    expect(await shown()).toContain('Posted: 2020-01-09')
  })

  test('refuse half a character, in lists too', async ({ admin }) => {
    for (const competencies of [[{ title: 'Front\uD800', items: [] }], [{ title: 'Front', items: ['\uDC00end'] }]]) {
      expectError(await admin.client.put(path, { competencies }), 422)
    }
  })

  test('close the sign-up, and open it again', async ({ admin }) => {
    const visitor = new ApiClient(site.baseUrl)
    const account = newAccount()
    try {
      await save(admin.client, { signUpOpen: false })
      expectError(await visitor.post('/api/user/signup', account), 403)
      expectError(await visitor.post('/api/user/signup', { email: 'no address' }), 403)
      expectError(await trySignIn(visitor, account), 401)
    } finally {
      await save(admin.client, { signUpOpen: true })
    }
  })
})
