import { expect } from '@playwright/test'
import { test } from '../support/api-test'
import { asEverybodySees, listNotes, makeNote, NOTE_FIELDS, readNote } from '../support/content'
import { png, transparentPng } from '../support/pictures'
import { expectAnswer, expectBetween, expectError, messageShape, noteSavedShape } from '../support/shapes'

const MEBIBYTE = 1_048_576
const UNKNOWN_IDS = ['unknown', '0', '-1', crypto.randomUUID(), '%27', '%00', '%25', 'x'.repeat(3_000), '%E2%98%95']

test('a picture embedded in a note goes to the store, and the note shows it from there', async ({
  admin,
  visitor,
  database,
}) => {
  const data = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`
  const ink = `<img src="${data(await transparentPng())}" alt="Ink">`
  const description = `<p>Tea <img src="${data(await png())}" alt="A pot"> ${ink}</p>`
  const { _id, version, description: stored } = await makeNote(admin.client, { description })
  const url = /<img src="(\/media\/[^"]+)" alt="A pot" width="64" height="48">/.exec(stored)?.[1] ?? stored
  expect((await visitor.get(url)).status).toBe(200)
  const page = (await visitor.get(`/note/${_id}`)).text
  expect(page).toContain(url)
  // What is transparent has its backdrop, by a rule of the page.
  const inkUrl = /<img src="(\/media\/[^"]+)" alt="Ink"/.exec(stored)?.[1] ?? stored
  const backdrop = `img[src="${inkUrl}"] { background: url("data:image/svg+xml;base64,`
  expect(page).toContain(backdrop)
  for (const screen of ['update', 'history'])
    expect((await admin.client.get(`/note/${screen}/${_id}`)).text).toContain(backdrop)
  expect(page).not.toContain(`img[src="${url}"]`)
  // The same text again is no change.
  const again = await admin.client.put(`/api/note/${_id}`, { description })
  expect(expectAnswer(again, 200, noteSavedShape).data).toMatchObject({ version, description: stored })

  const broken = '<p><img src="data:image/png;base64,iVBORw0KGgo="></p>'
  expectError(await admin.client.put(`/api/note/${_id}`, { description: broken }), 422, 'description')
  expect((await readNote(visitor, _id)).description).toBe(stored)
  await database.change(2, 'DELETE FROM "Media" WHERE "url" = ANY($1)', [[url, inkUrl]])
})

test.describe('creating a note', () => {
  test('creates exactly that note, returns all of it, and is public', async ({ admin, visitor }) => {
    const started = Date.now()
    const body = expectAnswer(await admin.client.post('/api/note/new', NOTE_FIELDS), 201, noteSavedShape)
    const note = asEverybodySees(body.data)
    const { slug, createdAt } = note
    expect(note).toEqual({ ...NOTE_FIELDS, series: '', _id: body._id, slug, createdAt, version: 1 })
    expectBetween(note.createdAt, started)
    expect(await readNote(visitor, body._id)).toEqual(note)
    expect((await listNotes(visitor)).filter((listed) => listed._id === body._id)).toEqual([note])
  })

  test('trims title and about, and keeps every letter of them', async ({ admin, visitor }) => {
    const title = `<b>'";--\\ % _ 茶 🍵</b>`
    const made = await makeNote(admin.client, { title: `  ${title}\n`, about: '\t a & b \n' })
    expect(await readNote(visitor, made._id)).toMatchObject({ title, about: 'a & b' })
  })

  test('keeps technologies as they are typed, on one line and no longer than a project’s', async ({
    admin,
    visitor,
  }) => {
    const { _id } = await makeNote(admin.client, { tech: ' React.js,\nC++ ' })
    expect((await readNote(visitor, _id)).tech).toBe('React.js, C++')
    const none = expectAnswer(await admin.client.put(`/api/note/${_id}`, { tech: '' }), 200, noteSavedShape)
    expect(none.data).toMatchObject({ tech: '', version: 2 })
    expectError(await admin.client.put(`/api/note/${_id}`, { tech: 'x'.repeat(501) }), 422, 'tech')
    expectError(await admin.client.post('/api/note/new', { title: 'Tea', tech: 1 }), 422, 'tech')
  })

  test('writes the name of a series with one space between its words, and no longer than 80 characters', async ({
    admin,
    visitor,
  }) => {
    const { _id } = await makeNote(admin.client, { series: ' Tea \n in  May ' })
    expect((await readNote(visitor, _id)).series).toBe('Tea in May')
    for (const series of ['x'.repeat(81), 1]) {
      expectError(await admin.client.put(`/api/note/${_id}`, { series }), 422, 'series')
      expectError(await admin.client.post('/api/note/new', { title: 'Tea', series }), 422, 'series')
    }
    expectAnswer(await admin.client.put(`/api/note/${_id}`, { series: '' }), 200, noteSavedShape)
    expect((await readNote(visitor, _id)).series).toBe('')
  })

  test('takes up to four notes by their addresses as related ones, and those that are not public by their ids', async ({
    admin,
    visitor,
  }) => {
    const one = await makeNote(admin.client, { title: 'Steep it' })
    const draft = await makeNote(admin.client, { title: 'Pour it', status: 'draft' })
    const related = ` https://any.example/note/${one.slug}#x\r\n\n${draft.slug}\n/note/${one.slug}`
    const { _id } = await makeNote(admin.client, { related })
    const read = async () => (await admin.client.get(`/api/note/${_id}`)).json()
    const chosen = { data: { related: `/note/${one.slug}\n/note/${draft._id}` } }
    expect(await read()).toMatchObject(chosen)
    expect(await readNote(visitor, _id)).not.toHaveProperty('related')
    for (const wrong of ['/post/tea', '/note/there-is-none', ['a', 'b', 'c', 'd', 'e'].join('\n'), 1]) {
      expectError(await admin.client.put(`/api/note/${_id}`, { related: wrong }), 422, 'related')
      expectError(await admin.client.post('/api/note/new', { title: 'Tea', related: wrong }), 422, 'related')
    }
    const refused = await admin.client.put(`/api/note/${_id}`, { related: `${one.slug}\nthere-is-none` })
    expect(refused.text).toContain('There is no such note: /note/there-is-none')
    expect(await read()).toMatchObject(chosen)
    expectAnswer(await admin.client.put(`/api/note/${_id}`, { related: '' }), 200, noteSavedShape)
    expect(await read()).toMatchObject({ data: { related: '' } })
  })

  test('ignores fields that are not its own', async ({ admin, visitor }) => {
    const fields = { ...NOTE_FIELDS, _id: 'mine', createdAt: '2001-01-01T00:00:00.000Z', rendered: '<b>x</b>', toc: [] }
    const { data } = expectAnswer(await admin.client.post('/api/note/new', fields), 201, noteSavedShape)
    expect(data._id).not.toBe('mine')
    expect(data.createdAt.startsWith('2001')).toBe(false)
    expect(await readNote(visitor, data._id)).toEqual(asEverybodySees(data))
  })

  test('without a title is refused, and the error names it', async ({ admin, visitor }) => {
    const before = await listNotes(visitor)
    const body = expectError(await admin.client.post('/api/note/new', { about: 'a', description: '' }), 422, 'title')
    expect(body.error).not.toBe('')
    expect(await listNotes(visitor)).toEqual(before)
  })
})

// All limits: lib/post/input.test.ts.
test('the longest title and text pass when a note is made and when it is changed, and longer ones fail with 422', async ({
  admin,
  visitor,
}) => {
  const { client } = admin
  const fields = { title: '🍵'.repeat(200), description: `<p>${'x'.repeat(MEBIBYTE - 7)}</p>` }
  const made = await makeNote(client, fields)
  expect(await readNote(visitor, made._id)).toMatchObject(fields)
  const changed = await makeNote(client)
  expectAnswer(await client.put(`/api/note/${changed._id}`, fields), 200, noteSavedShape)
  expect(await readNote(visitor, changed._id)).toMatchObject({ ...NOTE_FIELDS, ...fields })
  const before = await listNotes(visitor)
  for (const [path, value] of [
    ['title', 'x'.repeat(201)],
    ['description', `<p>${'x'.repeat(MEBIBYTE - 6)}</p>`],
  ] as const) {
    expectError(await client.post('/api/note/new', { ...NOTE_FIELDS, [path]: value }), 422, path)
    expectError(await client.put(`/api/note/${made._id}`, { about: 'Never saved', [path]: value }), 422, path)
  }
  expect(await listNotes(visitor)).toEqual(before)
})

// All of it: lib/rich-text/server/sanitise.test.ts.
test('the text of a note keeps what may be in it, loses a script, and is answered as it is read later', async ({
  admin,
  visitor,
}) => {
  const allowed = '<blockquote><p>q</p></blockquote><pre><code class="language-js">let a = 1 &lt; 2</code></pre>'
  const description = `${allowed}<p>tea</p><script>x()</script>`
  const made = await makeNote(admin.client, { description })
  expect(made.description).toBe(`${allowed}<p>tea</p>`)
  expect(await readNote(visitor, made._id)).toEqual(made)
  const changed = await makeNote(admin.client)
  const answer = await admin.client.put(`/api/note/${changed._id}`, { description })
  expect(expectAnswer(answer, 200, noteSavedShape).data.description).toBe(made.description)
  expect((await readNote(visitor, changed._id)).description).toBe(made.description)
})

test('while heavy texts are sanitised, other requests are served', async ({ admin, visitor }) => {
  // The most formatting a text may have: each takes a second of CPU time or more.
  const description = `<p>${'<span style="color: #ff0000; font-family: Arial;">a</span>'.repeat(9_999)}</p>`
  const answered: string[] = []
  const writes = [1, 2, 3].map(async () => {
    expect(await makeNote(admin.client, { description })).toMatchObject({ description })
    answered.push('write')
  })
  for (let read = 0; read < 20; read += 1) {
    expect((await visitor.get('/api/health/live')).status).toBe(200)
    answered.push('read')
  }
  await Promise.all(writes)
  expect(answered.indexOf('write')).toBeGreaterThanOrEqual(20)
})

test.describe('changing a note', () => {
  test('changes the fields sent, keeps the others, and returns the current note', async ({ admin, visitor }) => {
    const before = await makeNote(admin.client)
    const answer = await admin.client.put(`/api/note/${before._id}`, { about: '' })
    const saved = expectAnswer(answer, 200, noteSavedShape)
    expect(saved._id).toBe(before._id)
    const data = asEverybodySees(saved.data)
    expect(data).toEqual({ ...before, about: '', version: data.version })
    expect(data.version).toBeGreaterThan(before.version)
    expect(await readNote(visitor, before._id)).toEqual(data)
  })

  test('leaves other notes and the order alone', async ({ admin, visitor }) => {
    const first = await makeNote(admin.client)
    const second = await makeNote(admin.client)
    await admin.client.put(`/api/note/${first._id}`, { title: 'T', about: 'A', description: '<p>D</p>' })
    const list = await listNotes(visitor)
    const ids = list.map((note) => note._id)
    expect(ids.indexOf(first._id)).toBeLessThan(ids.indexOf(second._id))
    expect(list.find((note) => note._id === second._id)).toEqual(second)
    expect(list.find((note) => note._id === first._id)).toMatchObject({
      title: 'T',
      about: 'A',
      description: '<p>D</p>',
    })
  })
})

test.describe('deleting a note', () => {
  test('removes it from the list and from its address; a second time it is not found', async ({ admin, visitor }) => {
    const { _id } = await makeNote(admin.client)
    const others = (await listNotes(visitor)).filter((note) => note._id !== _id)
    expectAnswer(await admin.client.delete(`/api/note/${_id}`), 200, messageShape)
    expectError(await visitor.get(`/api/note/${_id}`), 404)
    expect(await listNotes(visitor)).toEqual(others)
    expectError(await admin.client.delete(`/api/note/${_id}`), 404)
    expectError(await admin.client.put(`/api/note/${_id}`, { title: 'x' }), 404)
  })
})

test('an unknown note is not found', async ({ visitor, admin }) => {
  for (const id of UNKNOWN_IDS) {
    expectError(await visitor.get(`/api/note/${id}`), 404)
    expectError(await admin.client.put(`/api/note/${id}`, { title: 'x' }), 404)
    expectError(await admin.client.delete(`/api/note/${id}`), 404)
  }
})
