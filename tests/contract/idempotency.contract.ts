import { expect } from '@playwright/test'
import { test } from '../support/api-test'
import { listNotes, listPosts, NOTE_FIELDS, POST_FIELDS } from '../support/content'
import { expectAnswer, expectError, madeShape, noteSavedShape } from '../support/shapes'

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })

test.describe('a creation sent again with the same Idempotency-Key', () => {
  test("responds with the first one's note and 201, however many arrive at once", async ({ admin }) => {
    const key = newKey()
    const title = `Once ${key['idempotency-key']}`
    const send = () => admin.client.post('/api/note/new', { ...NOTE_FIELDS, title }, key)
    const answers = await Promise.all(Array.from({ length: 10 }, send))
    const bodies = [...answers, await send()].map((answer) => expectAnswer(answer, 201, noteSavedShape))
    for (const body of bodies) expect(body).toEqual(bodies[0])
    expect((await listNotes(admin.client)).filter((note) => note.title === title)).toHaveLength(1)
  })

  test("responds with the first one's project and 201", async ({ admin }) => {
    const key = newKey()
    const title = `Once ${key['idempotency-key']}`
    const send = () => admin.client.form('POST', '/api/post/new', { ...POST_FIELDS, title }, key)
    const [first, second] = [await send(), await send()].map((answer) => expectAnswer(answer, 201, madeShape))
    expect(second).toEqual(first)
    expect((await listPosts(admin.client)).filter((post) => post.title === title)).toHaveLength(1)
  })

  test('and another text responds with 409 and the current row, which can then be changed', async ({ admin }) => {
    const key = newKey()
    const made = expectAnswer(await admin.client.post('/api/note/new', NOTE_FIELDS, key), 201, noteSavedShape)
    const other = { ...NOTE_FIELDS, title: 'Rewritten' }
    const { current } = expectError(await admin.client.post('/api/note/new', other, key), 409)
    expect(current).toEqual(made.data)
    const update = { ...other, version: made.data.version }
    expect((await admin.client.put(`/api/note/${made._id}`, update)).status).toBe(200)
  })
})

test('a key has at most 100 visible characters; otherwise nothing is created', async ({ admin }) => {
  const before = await listNotes(admin.client)
  for (const key of ['', 'x'.repeat(101), 'in two']) {
    expectError(await admin.client.post('/api/note/new', NOTE_FIELDS, { 'idempotency-key': key }), 422)
  }
  expect(await listNotes(admin.client)).toEqual(before)
})

test('the right to create is checked before the key', async ({ admin, member, visitor }) => {
  const key = newKey()
  expectAnswer(await admin.client.post('/api/note/new', NOTE_FIELDS, key), 201, noteSavedShape)
  expectError(await visitor.post('/api/note/new', NOTE_FIELDS, key), 401)
  expectError(await member.client.post('/api/note/new', NOTE_FIELDS, key), 403)
})
