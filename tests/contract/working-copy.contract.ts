import { expect } from '@playwright/test'
import { z } from 'zod'
import type { ApiAnswer, ApiClient } from '../support/api-client'
import { type Person, test } from '../support/api-test'
import { makeNote, readNote } from '../support/content'
import { expectAnswer, expectError, messageShape } from '../support/shapes'

const savedShape = z.strictObject({
  _id: z.uuid(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
  draftVersion: z.int().nullable(),
})
const copyShape = z.looseObject({ _id: z.uuid(), version: z.int(), fields: z.record(z.string(), z.string()) })

const MEBIBYTE = 1_048_576
const FIELDS = { title: 'Unfinished', about: '', description: '<p>Half a text</p>' }

const body = (person: Person, part: object = {}) => ({
  ...{ kind: 'note', owner: person.id, isNew: true, baseVersion: 0, base: {}, fields: FIELDS },
  ...{ writer: 'a form', sequence: 1, on: null, ...part },
})

const pathOf = (key: string) => `/api/working-copy/${key}`
const save = (person: Person, key: string, part: object = {}) => person.client.put(pathOf(key), body(person, part))
const remove = ({ client }: Person, key: string, on?: object) =>
  client.send('DELETE', pathOf(key), { body: JSON.stringify({ on }), headers: { 'content-type': 'application/json' } })
const saved = async (answer: Promise<ApiAnswer>) => expectAnswer(await answer, 200, savedShape)
const read = async (client: ApiClient, key: string) =>
  expectAnswer(await client.get(pathOf(key)), 200, z.strictObject({ copy: copyShape.nullable() })).copy
const draft = async (client: ApiClient, key: string) => (await client.get(`/api/note/${key}`)).json()

test.describe('a working copy', () => {
  test('of something new is a draft that only admins see, and that a save publishes', async ({
    newPerson,
    visitor,
  }) => {
    const owner = await newPerson('admin')
    const key = crypto.randomUUID()
    const first = await saved(save(owner, key, { fields: { ...FIELDS, title: '' } }))
    expect(first).toMatchObject({ version: 1, draftVersion: 1 })
    expect(await draft(owner.client, key)).toMatchObject({ data: { title: '', status: 'draft', version: 1 } })
    expectError(await owner.client.put(`/api/note/${key}`, { status: 'published' }), 422, 'title')
    const second = await saved(save(owner, key, { fields: FIELDS, sequence: 2, on: first }))
    expect(second).toMatchObject({ _id: first._id, version: 2, draftVersion: 2 })
    expectError(await visitor.get(`/api/note/${key}`), 404)
    expect((await owner.client.put(`/api/note/${key}`, { status: 'published', version: 2 })).status).toBe(200)
    expect((await readNote(visitor, key)).title).toBe(FIELDS.title)
  })

  test('is stored beside the public row, which it never changes, and thrown away; it leaves no row in the log', async ({
    newPerson,
    database,
    visitor,
  }) => {
    const owner = await newPerson('admin')
    const note = await makeNote(owner.client)
    const count = () => database.rows('SELECT count(*), (SELECT max("revision") FROM "PageRevision") FROM "AuditEvent"')
    const before = await count()
    const part = { baseVersion: note.version, base: { title: note.title } }
    const first = await saved(save(owner, note._id, { ...part, isNew: false }))
    expect(first.draftVersion).toBeNull()
    const second = { ...part, isNew: false, base: undefined }
    await saved(save(owner, note._id, { ...second, fields: { title: 'Other' }, sequence: 2, on: first }))
    expect(await read(owner.client, note._id)).toMatchObject({ ...part, fields: { title: 'Other' } })
    expect(await readNote(visitor, note._id)).toEqual(note)
    expect(await count()).toEqual(before)
    expect((await owner.client.get('/adminpanel-notes')).text).toContain('Changes not published')
    expectError(await remove(owner, note._id, { _id: first._id, version: 1 }), 409)
    expectAnswer(await remove(owner, note._id, { _id: first._id, version: 2 }), 200, messageShape)
    expect(await read(owner.client, note._id)).toBeNull()
    expectError(await remove(owner, note._id), 404)
    await saved(save(owner, note._id, { ...part, fields: { title: 'Other' }, sequence: 3 }))
    await owner.client.delete(`/api/note/${note._id}`)
    expect(await read(owner.client, note._id)).toMatchObject({ fields: { title: 'Other' } })
  })

  test('is one for all admins, and nobody else’s', async ({ newPerson, visitor }) => {
    const owner = await newPerson('admin')
    const other = await newPerson('admin')
    const key = crypto.randomUUID()
    const first = await saved(save(owner, key))
    expect(await read(other.client, key)).toMatchObject({ fields: FIELDS })
    expectError(await visitor.get(pathOf(key)), 401)
    const theirs = { fields: { title: 'Theirs' }, writer: 'another form' }
    expect(expectError(await save(other, key, theirs), 409).current).toMatchObject({ fields: FIELDS })
    await saved(save(other, key, { ...theirs, on: first }))
    expect(await read(owner.client, key)).toMatchObject({ fields: { title: 'Theirs' } })
  })

  test('is refused to who is signed in to another account than the one that wrote it', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const other = await newPerson('admin')
    expectError(await other.client.put(pathOf(crypto.randomUUID()), body(owner)), 403)
  })

  test('is for admins alone', async ({ newPerson, visitor }) => {
    const member = await newPerson()
    for (const key of [member.id, crypto.randomUUID()]) {
      expectError(await save(member, key), 403)
      expectError(await member.client.get(pathOf(key)), 403)
      expectError(await remove(member, key), 403)
      expectError(await visitor.put(pathOf(key), body(member)), 401)
      expectError(await visitor.get(pathOf(key)), 401)
    }
  })

  test('based on an older one is refused with the copy as it is, or with nothing where it is gone', async ({
    newPerson,
  }) => {
    const owner = await newPerson('admin')
    const { _id: key } = await makeNote(owner.client)
    const part = { isNew: false, baseVersion: 1 }
    const first = await saved(save(owner, key, part))
    await saved(save(owner, key, { ...part, fields: { title: 'Theirs' }, writer: 'theirs', on: first }))
    for (const on of [first, { ...first, version: 7 }, { _id: crypto.randomUUID(), version: 2 }, null]) {
      const refused = expectError(await save(owner, key, { ...part, fields: { title: 'Mine' }, sequence: 2, on }), 409)
      expect(refused.current).toMatchObject({ fields: { title: 'Theirs' }, version: 2, writer: 'theirs' })
    }
    // The same text is no conflict.
    await saved(save(owner, key, { ...part, fields: { title: 'Theirs' }, on: first }))
    await remove(owner, key)
    expect(expectError(await save(owner, key, { ...part, on: first }), 409).current).toBeNull()
  })

  test('goes on from every earlier state of the same form, also when its answer was lost', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const key = crypto.randomUUID()
    const first = await saved(save(owner, key))
    await saved(save(owner, key, { fields: { title: '2' }, sequence: 2, on: first }))
    await saved(save(owner, key, { fields: { title: '3' }, sequence: 3, on: first }))
    await saved(save(owner, key, { fields: { title: '4' }, sequence: 4, on: null }))
    expectError(await save(owner, key, { fields: { title: 'late' }, sequence: 3, on: first }), 409)
    expect(await draft(owner.client, key)).toMatchObject({ data: { title: '4' } })
    expect(await read(owner.client, key)).toMatchObject({ fields: { title: '4' }, version: 4 })
  })

  test('that 20 forms store at once is stored by one, and the others are told', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const forms = Array.from({ length: 20 }, (_, index) => ({ writer: `form ${index}`, fields: { title: `${index}` } }))
    for (const isNew of [true, false]) {
      const key = crypto.randomUUID()
      const on = isNew ? null : await saved(save(owner, key, { writer: 'first' }))
      const answers = await Promise.all(forms.map((form) => save(owner, key, { ...form, on })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    }
  })

  test('is cleaned by the policy of what is published before it is read', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const key = crypto.randomUUID()
    const description = '<p onclick="x()">Text<script>alert(1)</script></p><iframe src="https://evil.example"></iframe>'
    await saved(save(owner, key, { fields: { description }, base: { description } }))
    const clean = { description: '<p>Text</p>' }
    expect(await read(owner.client, key)).toMatchObject({ fields: clean, base: clean })
    const stale = await save(owner, key, { fields: { title: 'x' }, writer: 'other' })
    expect(expectError(stale, 409).current).toMatchObject({ fields: clean })
  })

  test('keeps every letter, those of no use to a published text too', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const { _id: key } = await makeNote(owner.client)
    const fields = { title: '  two  spaces \n', about: '\u202E \u200D 🍵', description: '<p>a  b</p>' }
    await saved(save(owner, key, { fields }))
    expect((await read(owner.client, key))?.fields).toEqual(fields)
    await saved(save(owner, key, { fields: { title: 'a\u0000b\uD800c' }, sequence: 2 }))
    expect((await read(owner.client, key))?.fields).toEqual({ title: 'ab\uFFFDc' })
  })

  const REFUSED: [string, number, object, string?][] = [
    ['of no kind', 422, { kind: 'other' }, 'kind'],
    ['of a profile', 422, { kind: 'profile' }, 'kind'],
    ['of a row that is gone', 404, { isNew: false }],
    ['of a settings form', 422, { kind: 'settings' }, 'kind'],
    ['whose fields are no texts', 422, { fields: { title: 7 } }, 'fields.title'],
    ['without fields', 422, { fields: undefined }, 'fields'],
    ['that does not say what it is based on', 422, { on: undefined }, 'on'],
    ['based on version 0', 422, { on: { _id: 'x', version: 0 } }, 'on.version'],
    ['longer than 2 MiB', 413, { fields: { description: 'x'.repeat(2 * MEBIBYTE) } }],
    [
      'of a text too long to be published',
      422,
      { fields: { description: '& '.repeat(MEBIBYTE / 2 + 1) } },
      'fields.description',
    ],
    ['begun from a text of too many tags', 422, { base: { description: '<br>'.repeat(20_001) } }, 'base.description'],
    ['of a text nested too deeply', 422, { fields: { description: '<b>'.repeat(200) } }, 'fields.description'],
  ]
  for (const [what, status, part, path] of REFUSED) {
    test(`${what} is refused with ${status}`, async ({ admin }) => {
      const key = crypto.randomUUID()
      expectError(await save(admin, key, part), status, path)
      expect(await read(admin.client, key)).toBeNull()
    })
  }
})
