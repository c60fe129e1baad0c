import { expect } from '@playwright/test'
import { type Person, test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { listNotes, listPosts, NOTE_FIELDS, POST_FIELDS, readNote } from '../support/content'
import { png } from '../support/pictures'
import { expectAnswer, expectError, madeShape, messageShape, noteSavedShape } from '../support/shapes'

// Forms store drafts while they are typed into; their button publishes the draft by the specified call.

const TYPED = { title: 'Half a title', about: '', description: '<p>Half</p>', tech: '' }

type State = { fields?: object; sequence?: number; writer?: string; on?: object | null; kind?: 'note' | 'post' }

/** What a form sends of a text while it is typed. */
async function autosave(person: Person, key: string, { kind = 'note', ...state }: State = {}) {
  const body = { kind, owner: person.id, isNew: true, baseVersion: 0, base: {}, fields: TYPED, on: null }
  const answer = await person.client.put(`/api/working-copy/${key}`, {
    ...{ ...body, writer: key, sequence: 2, ...state },
  })
  expect(answer.status).toBe(200)
  return answer.json() as { _id: string; version: number; draftVersion: number | null }
}

const draftOf = (key: string, sequence = 4) => ({ _id: key, ended: { writer: key, sequence } })
const copyOf = async ({ client }: Person, key: string) =>
  ((await client.get(`/api/working-copy/${key}`)).json() as { copy: unknown }).copy

test.describe('a note whose form has stored a draft', () => {
  test('is published by its creation in one step: that row, its text, no draft left', async ({
    newPerson,
    visitor,
    database,
  }) => {
    const owner = await newPerson('admin')
    const key = crypto.randomUUID()
    const { draftVersion } = await autosave(owner, key)
    const body = { ...NOTE_FIELDS, version: draftVersion, draft: draftOf(key) }
    const made = expectAnswer(await owner.client.post('/api/note/new', body), 201, noteSavedShape)
    expect(made).toMatchObject({ _id: key, message: 'Note created.', data: { ...NOTE_FIELDS, status: 'published' } })
    expect(await readNote(visitor, key)).toMatchObject(NOTE_FIELDS)
    expect(await copyOf(owner, key)).toBeNull()
    // What the form had sent before arrives late, and changes nothing.
    const late = { kind: 'note', owner: owner.id, isNew: true, baseVersion: 0, base: {}, fields: TYPED, on: null }
    expectError(await owner.client.put(`/api/working-copy/${key}`, { ...late, writer: key, sequence: 3 }), 409)
    expect(await copyOf(owner, key)).toBeNull()
    const log = await database.rows(
      `SELECT "action" FROM "AuditEvent" WHERE '${key}' = ANY("subjectIds") ORDER BY "createdAt"`,
    )
    expect(log.map(({ action }) => action)).toEqual(['note.create', 'note.publish'])
  })

  test('is refused with what is wrong, and stays the draft it was', async ({ newPerson, visitor }) => {
    const owner = await newPerson('admin')
    const key = crypto.randomUUID()
    await autosave(owner, key)
    const body = { ...NOTE_FIELDS, title: ' ', draft: draftOf(key) }
    expect(expectError(await owner.client.post('/api/note/new', body), 422, 'title').error).toBe('Title is required.')
    expectError(await visitor.get(`/api/note/${key}`), 404)
    expect(await copyOf(owner, key)).toMatchObject({ fields: TYPED })
  })

  test('goes on from states of its own whose answers were lost, and from nobody else’s', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const other = await newPerson('admin')
    const [key, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await autosave(owner, key)
    const body = (row: string) => ({ ...NOTE_FIELDS, draft: draftOf(row) })
    expectAnswer(await owner.client.post('/api/note/new', body(key)), 201, noteSavedShape)

    const first = await autosave(owner, second)
    await autosave(other, second, { fields: { title: 'Theirs' }, writer: 'their form', on: first })
    for (const version of [undefined, 1]) {
      const refused = expectError(await owner.client.post('/api/note/new', { ...body(second), version }), 409)
      expect(refused.current).toMatchObject({ _id: second, title: 'Theirs', status: 'draft', version: 2 })
    }
    const known = await owner.client.post('/api/note/new', { ...body(second), version: 2 })
    expect(expectAnswer(known, 201, noteSavedShape)._id).toBe(second)
    // Theirs is another form's, and waits for it.
    expect(await copyOf(owner, second)).toMatchObject({ fields: { title: 'Theirs' } })
  })

  test('in the trash is not made again', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const key = crypto.randomUUID()
    await autosave(owner, key)
    expectAnswer(await owner.client.delete(`/api/note/${key}`), 200, messageShape)
    expectError(await owner.client.post('/api/note/new', { ...NOTE_FIELDS, draft: draftOf(key) }), 404)
  })
})

test.describe('a creation that names its row', () => {
  test('makes it once, however many arrive at once, beside the form that stores it', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const key = crypto.randomUUID()
    const title = `Once ${key}`
    const send = () => owner.client.post('/api/note/new', { ...NOTE_FIELDS, title, draft: draftOf(key) })
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    for (const answer of [...answers, await send()]) {
      expect(expectAnswer(answer, 201, noteSavedShape)).toMatchObject({ _id: key, data: { title, version: 1 } })
    }
    expect((await listNotes(owner.client)).filter((note) => note.title === title)).toHaveLength(1)
    const project = crypto.randomUUID()
    const draft = JSON.stringify(draftOf(project))
    const post = () => owner.client.form('POST', '/api/post/new', { ...POST_FIELDS, title, draft })
    for (const answer of [await post(), await post()]) expect(expectAnswer(answer, 201, madeShape)._id).toBe(project)
    expect((await listPosts(owner.client)).filter((post) => post.title === title)).toHaveLength(1)
  })

  test('answers what there is to who says no more of it, and changes nothing', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const draft = { _id: crypto.randomUUID() }
    const first = await owner.client.post('/api/note/new', { ...NOTE_FIELDS, draft })
    const made = expectAnswer(first, 201, noteSavedShape)
    const second = await owner.client.post('/api/note/new', { ...NOTE_FIELDS, title: 'Else', draft })
    expect(expectAnswer(second, 201, noteSavedShape)).toEqual(made)
    const log = await readAuditLog(owner.client, draft._id)
    expect(log.map(({ action }) => action)).toEqual(['note.create'])
    const all = (await readAuditLog(owner.client, owner.id)).filter(({ action }) => action === 'note.create')
    expect(all).toHaveLength(1)
  })

  test('makes one draft, which no creation of a public text publishes without its version', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const draft = { _id: crypto.randomUUID() }
    const send = (status: string, version?: number) =>
      owner.client.post('/api/note/new', { ...NOTE_FIELDS, status, version, draft })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('draft')))
    const bodies = answers.map((answer) => expectAnswer(answer, 201, noteSavedShape))
    for (const body of bodies) expect(body).toEqual(bodies[0])
    expect(bodies[0]).toMatchObject({ _id: draft._id, data: { status: 'draft', version: 1 } })
    expect(expectError(await send('published'), 409).current).toMatchObject({ _id: draft._id, status: 'draft' })
    expectAnswer(await send('published', 1), 201, noteSavedShape)
  })

  test('takes no change of a draft for a creation that was sent before', async ({ newPerson }) => {
    const owner = await newPerson('admin')
    const draft = { _id: crypto.randomUUID() }
    expectAnswer(
      await owner.client.post('/api/note/new', { ...NOTE_FIELDS, status: 'draft', draft }),
      201,
      noteSavedShape,
    )
    const change = { title: 'Else', status: 'draft', draft }
    const refused = expectError(await owner.client.put(`/api/note/${draft._id}`, change), 409)
    expect(refused.current).toMatchObject({ _id: draft._id, title: NOTE_FIELDS.title })
  })

  test('checks the right to create first', async ({ admin, member, visitor }) => {
    const body = { ...NOTE_FIELDS, draft: { _id: crypto.randomUUID() } }
    expectAnswer(await admin.client.post('/api/note/new', body), 201, noteSavedShape)
    expectError(await visitor.post('/api/note/new', body), 401)
    expectError(await member.client.post('/api/note/new', body), 403)
  })

  test('is refused where that is no id', async ({ admin }) => {
    for (const draft of ['a word', null, {}, { _id: "' OR 1" }, { _id: 'x'.repeat(500) }, { _id: {} }]) {
      const fields = { ...POST_FIELDS, draft: JSON.stringify(draft) }
      for (const answer of [
        await admin.client.post('/api/note/new', { ...NOTE_FIELDS, draft }),
        await admin.client.form('POST', '/api/post/new', fields),
      ]) {
        const paths = expectError(answer, 422).issues?.map(({ path }) => path.split('.')[0])
        expect(new Set(paths)).toEqual(new Set(['draft']))
      }
    }
  })
})

test('a project whose form has stored a draft is published with its picture by its creation', async ({
  newPerson,
  visitor,
}) => {
  const owner = await newPerson('admin')
  const key = crypto.randomUUID()
  const fields = { title: 'Half', description: '', repo: 'https:/', image: '', alt: '' }
  await autosave(owner, key, { kind: 'post', fields })
  const sent = { ...POST_FIELDS, image: { file: await png() }, draft: JSON.stringify(draftOf(key)) }
  const made = expectAnswer(await owner.client.form('POST', '/api/post/new', sent), 201, madeShape)
  expect(made).toMatchObject({ _id: key, message: 'Project created.' })
  const seen = (await visitor.get(`/api/post/${key}`)).json()
  expect(seen).toMatchObject({ ...POST_FIELDS, image: [{ width: 64 }] })
  expect(await copyOf(owner, key)).toBeNull()
})

test('an update with its draft publishes the text and leaves no changes beside it, but for another form’s', async ({
  newPerson,
  visitor,
}) => {
  const owner = await newPerson('admin')
  const { _id: key, version } = expectAnswer(await owner.client.post('/api/note/new', NOTE_FIELDS), 201, noteSavedShape)
    .data as { _id: string; version: number }
  const adjacent = (writer: string, on: object | null, sequence = 2) =>
    autosave(owner, key, {
      ...{ isNew: false, baseVersion: version, base: NOTE_FIELDS },
      writer,
      on,
      sequence,
    } as State)
  await adjacent(key, null)
  const put = (body: object) => owner.client.put(`/api/note/${key}`, { title: 'Published', ...body })
  const stale = expectError(await put({ draft: draftOf(key), version: version + 1 }), 409)
  expect(stale.current).toMatchObject({ title: NOTE_FIELDS.title, version })
  expect(await copyOf(owner, key)).not.toBeNull()
  expectAnswer(await put({ draft: draftOf(key), version }), 200, noteSavedShape)
  expect(await copyOf(owner, key)).toBeNull()
  expect((await readNote(visitor, key)).title).toBe('Published')

  await adjacent('another form', null)
  expectAnswer(await put({ draft: draftOf(key, 8), version: version + 1, about: 'More' }), 200, noteSavedShape)
  expect(await copyOf(owner, key)).toMatchObject({ fields: TYPED })
})
