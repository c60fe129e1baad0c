import { createHash } from 'node:crypto'
import { expect } from '@playwright/test'
import { z } from 'zod'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost } from '../support/content'
import { png } from '../support/pictures'
import { expectAnswer, expectError } from '../support/shapes'

const listShape = z
  .array(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['note', 'post']),
      path: z.string().regex(/^content\/(?:notes|projects)\/[^/]+\/index\.md$/),
      etag: z.string().regex(/^"\d+\.\d+\.m1"$/),
      status: z.enum(['draft', 'scheduled', 'published', 'waiting']),
      pushed: z.nullable(z.strictObject({ sha256: z.string().length(64), isCurrent: z.boolean() })),
    }),
  )
  .max(100)

async function listTexts(client: ApiClient) {
  const texts: z.output<typeof listShape> = []
  for (;;) {
    const page = expectAnswer(await client.get(`/api/text?after=${texts.at(-1)?.id ?? ''}`), 200, listShape)
    texts.push(...page)
    if (page.length < 100) return texts
  }
}

const find = async (client: ApiClient, id: string) => (await listTexts(client)).find((text) => text.id === id)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function push(client: ApiClient, path: string, markdown: string, headers: Record<string, string>) {
  const answer = await client.send('PUT', path, {
    body: markdown,
    headers: { 'content-type': 'text/markdown', ...headers },
  })
  expect([200, 201], answer.text).toContain(answer.status)
}

test('every note and project is listed once, by its id, with the state that a write has to name', async ({
  admin,
  visitor,
  member,
}) => {
  const note = await makeNote(admin.client, { title: 'Listed tea' })
  const later = { status: 'published', publishAt: '2099-01-01T00:00:00.000Z' }
  const post = await makePost(admin.client, { title: 'Listed pot', ...later })
  const draft = (
    await admin.client.post('/api/note/new', { title: 'Listed draft', status: 'draft', slug: '' })
  ).json() as { _id: string; data: { slug: string } }
  const texts = await listTexts(admin.client)
  const ids = texts.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort())
  const listed = (id: string) => texts.find((text) => text.id === id)
  expect(listed(note._id)).toEqual({
    ...{ id: note._id, kind: 'note', path: `content/notes/${note.slug}/index.md` },
    ...{ etag: '"1.0.m1"', status: 'published', pushed: null },
  })
  expect(listed(post)).toMatchObject({
    kind: 'post',
    path: 'content/projects/listed-pot/index.md',
    status: 'scheduled',
  })
  expect(listed(draft._id)).toMatchObject({
    status: 'draft',
    path: `content/notes/${draft.data.slug || draft._id}/index.md`,
  })
  await admin.client.post('/api/note/trash', { ids: [note._id], action: 'trash' })
  expect(await find(admin.client, note._id)).toBeUndefined()
  expectError(await visitor.get('/api/text'), 401)
  expectError(await member.client.get('/api/text'), 403)
  expectError(await admin.client.get('/api/text?after=1'), 422, 'after')
})

test('more than a page are all listed', async ({ admin, database }) => {
  const prefix = crypto.randomUUID().slice(0, 8)
  await database.rows(
    `INSERT INTO "Note" ("id", "title", "description", "updatedAt")
     SELECT $1 || '-0000-4000-8000-' || lpad(n::text, 12, '0'), 'One of many', '', now() FROM generate_series(1, 230) AS n`,
    [prefix],
  )
  expect((await listTexts(admin.client)).filter(({ id }) => id.startsWith(prefix))).toHaveLength(230)
})

test('a text says what a program has sent last, and whether it is still that', async ({ admin }) => {
  const id = crypto.randomUUID()
  const path = `/api/note/${id}`
  const text = '---\ntitle: Pushed\nlayout: post\n---\n\n* One\n'
  for (let count = 0; count < 2; count += 1) {
    await push(admin.client, path, text.replaceAll('\n', '\r\n'), { 'if-none-match': '*' })
    expect((await find(admin.client, id))?.pushed).toEqual({ sha256: sha256(text), isCurrent: true })
  }
  const next = text.replace('One', 'Two')
  await push(admin.client, path, next, { 'if-match': '"1.0.m1"' })
  expect(await find(admin.client, id)).toMatchObject({
    etag: '"2.0.m1"',
    pushed: { sha256: sha256(next), isCurrent: true },
  })
  await admin.client.put(path, { title: 'By hand' })
  expect((await find(admin.client, id))?.pushed).toEqual({ sha256: sha256(next), isCurrent: false })
  // What changes nothing is the state all the same.
  await push(admin.client, path, '---\ntitle: By hand\n---\n\n* Two\n', { 'if-match': '"3.0.m1"' })
  expect(await find(admin.client, id)).toMatchObject({ etag: '"3.0.m1"', pushed: { isCurrent: true } })
})

test('a change that a program lets wait is current until somebody changes it', async ({ newPerson, visitor }) => {
  const { client, id: owner } = await newPerson('admin')
  const made = await client.post('/api/token/new', { name: 'CI', scopes: ['read', 'write'], days: 7 })
  const headers = { authorization: `Bearer ${(made.json() as { token: string }).token}` }
  const { _id } = await makeNote(client, { title: 'Public', description: '<p>Public</p>' })
  await push(visitor, `/api/note/${_id}`, 'Waiting\n', { ...headers, 'if-match': '"1.0.m1"' })
  const pushed = { sha256: sha256('Waiting\n'), isCurrent: true }
  expect(await find(client, _id)).toMatchObject({ etag: '"1.1.m1"', status: 'waiting', pushed })
  const { copy } = (await client.get(`/api/working-copy/${_id}`)).json() as { copy: Record<string, unknown> }
  const typed = { fields: { ...(copy.fields as object), title: 'Typed' }, writer: 'form', sequence: 1 }
  const { kind, base, baseVersion } = copy
  const on = { _id: copy._id, version: copy.version }
  const saved = await client.put(`/api/working-copy/${_id}`, {
    kind,
    base,
    baseVersion,
    owner,
    isNew: false,
    on,
    ...typed,
  })
  expect(saved.status, saved.text).toBe(200)
  expect(await find(client, _id)).toMatchObject({ etag: '"1.2.m1"', pushed: { ...pushed, isCurrent: false } })
})

test('the same file from a program is the same picture, and from a form another one', async ({ newPerson }) => {
  const { client } = await newPerson('admin')
  const made = await client.post('/api/token/new', { name: 'CI', scopes: ['write'], days: 7 })
  const headers = { authorization: `Bearer ${(made.json() as { token: string }).token}` }
  const file = await png({ width: 9, height: 8 })
  const send = async (extra: Record<string, string> = {}) => {
    const answer = await client.form('POST', '/api/media/new', { image: { file } }, extra)
    expect(answer.status, answer.text).toBe(201)
    return (answer.json() as { url: string }).url
  }
  const [first, second, typed] = [await send(headers), await send(headers), await send()]
  expect(second).toBe(first)
  expect(typed).not.toBe(first)
})
