import { expect } from '@playwright/test'
import { z } from 'zod'
import type { ApiAnswer, ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost, readNote, readPost } from '../support/content'
import { expectAnswer, expectError } from '../support/shapes'

const writtenShape = z.strictObject({
  message: z.string(),
  _id: z.uuid(),
  version: z.int(),
  etag: z.string().regex(/^"\d+\.\d+\.m1"$/),
  status: z.enum(['draft', 'scheduled', 'published', 'waiting']),
  lost: z.array(z.string()),
  remarks: z.array(z.string()),
})

const MARKDOWN = { 'content-type': 'text/markdown' }

const read = (client: ApiClient, path: string, headers: Record<string, string> = {}) =>
  client.get(path, { accept: 'text/markdown', ...headers })

const write = (client: ApiClient, path: string, markdown: string, headers: Record<string, string> = {}) =>
  client.send(path.endsWith('/new') ? 'POST' : 'PUT', path, { body: markdown, headers: { ...MARKDOWN, ...headers } })

async function state(client: ApiClient, path: string) {
  const answer = await read(client, path)
  expect(answer.status, answer.text).toBe(200)
  return { markdown: answer.text, etag: answer.headers.etag ?? '' }
}

const written = (answer: ApiAnswer, status = 200) => expectAnswer(answer, status, writtenShape)

const HTML =
  '<h2>Tea</h2><p style="text-align: center;">First</p><p>Second <span style="color: #e60000;">red</span></p>' +
  '<table><tbody><tr><td colwidth="120"><p>a</p></td></tr></tbody></table><p>Last</p>'

test.describe('a note as Markdown', () => {
  test('is answered where it is named, with its state', async ({ admin, visitor }) => {
    const other = await makeNote(admin.client, {})
    const { _id } = await makeNote(admin.client, {
      title: 'No: “1”',
      about: 'About # it',
      description: HTML,
      tech: 'Go, C#',
      series: 'Tea',
      related: other._id,
    })
    const path = `/api/note/${_id}`
    const answer = await read(admin.client, path)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8; variant=GFM',
      'cache-control': 'private, no-store',
      etag: '"1.0.m1"',
    })
    for (const name of ['Accept', 'Authorization', 'Cookie']) expect(answer.headers.vary).toContain(name)
    const date = (await readNote(visitor, _id)).createdAt
    expect(answer.text).toBe(
      `---\ntitle: "No: “1”"\ndate: ${JSON.stringify(date)}\ndraft: false\nslug: "no-1"\n` +
        `tags:\n  - "Go"\n  - "C#"\nseries: "Tea"\nrelated:\n  - "/note/${other._id}"\ndescription: "About # it"\nid: "${_id}"\n---\n\n` +
        '## Tea\n\nFirst\n\nSecond red\n\n|  |\n| --- |\n| a |\n\nLast\n',
    )
    const unchanged = await read(admin.client, path, { 'if-none-match': 'W/"1.0.m1-gzip"' })
    expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    for (const accept of ['*/*', 'application/json', 'text/markdown;q=0.5, application/json', 'text/markdown;q=0'])
      expect((await read(admin.client, path, { accept })).headers['content-type'], accept).toBe('application/json')
    expectError(await read(visitor, path), 401)
    expectError(await read(admin.client, '/api/note/unknown'), 404)
  })

  test('changes nothing when it comes back as it is', async ({ admin, database }) => {
    const { _id, description } = await makeNote(admin.client, { description: HTML })
    const path = `/api/note/${_id}`
    const { markdown, etag } = await state(admin.client, path)
    for (const body of [markdown, markdown.replaceAll('\n', '\r\n'), `\ufeff${markdown}\n`])
      expect(written(await write(admin.client, path, body, { 'if-match': etag }))).toMatchObject({
        version: 1,
        etag,
        lost: [],
      })
    expect(await database.rows('SELECT "version", "description" FROM "Note" WHERE "id" = $1', [_id])).toEqual([
      { version: 1, description },
    ])
  })

  test('keeps each other block byte for byte when one has changed, and says what that one lost', async ({
    admin,
    visitor,
  }) => {
    const { _id } = await makeNote(admin.client, { description: HTML })
    const path = `/api/note/${_id}`
    const { markdown, etag } = await state(admin.client, path)
    const first = written(await write(admin.client, path, markdown.replace('Last', 'The last'), { 'if-match': etag }))
    expect(first).toMatchObject({ version: 2, etag: '"2.0.m1"', status: 'published', lost: [], remarks: [] })
    expect((await readNote(visitor, _id)).description).toBe(HTML.replace('Last', 'The last'))
    const changed = markdown.replace('Second red', 'Second blue').replace('| a |', '| b |')
    expect(written(await write(admin.client, path, changed, { 'if-match': first.etag })).lost).toEqual([
      'width of a column',
      'coloured or sized text',
    ])
  })

  test('takes what the front matter says, keeps what it leaves out, and names what it does not know', async ({
    admin,
  }) => {
    const { _id } = await makeNote(admin.client, { about: 'About', tech: 'Go', description: '<p>Text</p>' })
    const path = `/api/note/${_id}`
    const etag = '"1.0.m1"'
    const body = '---\ntitle: Other\ndescription: ""\nlayout: post\n---\n\nText\n'
    const { remarks } = written(await write(admin.client, path, body, { 'if-match': etag }))
    expect(remarks).toEqual(['layout has no meaning here and was left out.'])
    const now = (await admin.client.get(path)).json()
    expect(now).toMatchObject({
      data: { title: 'Other', about: '', tech: 'Go', description: '<p>Text</p>', version: 2 },
    })
  })

  test('has no front matter where it begins otherwise', async ({ admin }) => {
    const { _id } = await makeNote(admin.client, { title: 'Kettles', description: '<p>Text</p>' })
    const path = `/api/note/${_id}`
    for (const [index, first] of ['Date: a day in May', '+++', '{"title": "A set"}'].entries()) {
      written(await write(admin.client, path, `${first}\n\nOther\n`, { 'if-match': `"${index + 1}.0.m1"` }))
      const { data } = (await admin.client.get(path)).json() as { data: { title: string; description: string } }
      expect(data).toMatchObject({ title: 'Kettles', description: `<p>${first}</p><p>Other</p>` })
    }
  })

  test('is written only over the state that was read', async ({ admin }) => {
    const { _id } = await makeNote(admin.client, { description: '<p>One</p>' })
    const path = `/api/note/${_id}`
    const { markdown } = await state(admin.client, path)
    for (const headers of [{}, { 'if-match': '*' }] as Array<Record<string, string>>)
      expectError(await write(admin.client, path, markdown, headers), 428)
    await admin.client.put(path, { description: '<p>Two</p>' })
    const refused = await write(admin.client, path, markdown.replace('One', 'Three'), { 'if-match': '"1.0.m1"' })
    expectError(refused, 412)
    expect(refused.json()).toMatchObject({ etag: '"2.0.m1"' })
    const { markdown: fresh } = await state(admin.client, path)
    expect(fresh).toContain('Two')
    for (const [tag, next] of [
      ['W/"2.0.m1"', 'Three'],
      ['"x", "3.0.m1-br"', 'Four'],
      ['W/"4.0.m1--gzip"', 'Five'],
    ] as const)
      written(await write(admin.client, path, fresh.replace('Two', next), { 'if-match': tag }))
    expect((await state(admin.client, path)).markdown).toContain('Five')
  })

  test('is a draft when it is new, unless it says otherwise', async ({ admin, visitor }) => {
    const body = '---\ntitle: From a file\ntags: [Go, Rust]\n---\n# One\n\n- two\n'
    const answer = await write(admin.client, '/api/note/new', body)
    const draft = written(answer, 201)
    expect(draft).toMatchObject({ version: 1, status: 'draft', lost: [], remarks: [] })
    expect(answer.headers.location).toBe(`/api/note/${draft._id}`)
    expect((await visitor.get(`/api/note/${draft._id}`)).status).toBe(404)
    const path = `/api/note/${draft._id}`
    const { markdown, etag } = await state(admin.client, path)
    expect(markdown).toContain('draft: true')
    expect(markdown).toContain('# One\n\n- two\n')
    const date = '2024-03-01T09:00:00.000Z'
    const published = markdown.replace('draft: true', `draft: false\ndate: ${date}`)
    expect(written(await write(admin.client, path, published, { 'if-match': etag })).status).toBe('published')
    expect(await readNote(visitor, draft._id)).toMatchObject({
      title: 'From a file',
      tech: 'Go, Rust',
      createdAt: date,
    })
    const later = written(
      await write(admin.client, '/api/note/new', '---\ntitle: Later\ndraft: false\ndate: 2099-01-01\n---\n'),
      201,
    )
    expect(later.status).toBe('scheduled')
  })

  test('is made once under an id of the client’s', async ({ admin }) => {
    const id = crypto.randomUUID()
    const path = `/api/note/${id}`
    const body = `---\ntitle: Once\nid: ${id}\n---\n\nText\n`
    const made = await write(admin.client, path, body, { 'if-none-match': '*' })
    admin.client.made.push(path)
    expect(made.status).toBe(201)
    expect(written(await write(admin.client, path, body, { 'if-none-match': '*' }))).toMatchObject({
      _id: id,
      version: 1,
    })
    const other = await write(admin.client, path, body.replace('Text', 'Other'), { 'if-none-match': '*' })
    expectError(other, 412)
    expect(other.json()).toMatchObject({ etag: '"1.0.m1"' })
    expectError(await write(admin.client, '/api/note/unknown', body, { 'if-none-match': '*' }), 422, 'id')
  })

  test('with changes that wait beside it is read and published with them', async ({ admin, visitor }) => {
    const { _id } = await makeNote(admin.client, { title: 'Public', description: '<p>Public</p>' })
    const copy = {
      ...{ kind: 'note', owner: admin.id, isNew: false, baseVersion: 1, writer: 'form', sequence: 1, on: null },
      base: { title: 'Public', about: '', tech: '', description: '<p>Public</p>' },
      fields: { title: 'Waiting', about: '', tech: '', description: '<p>Waiting</p>' },
    }
    expect((await admin.client.put(`/api/working-copy/${_id}`, copy)).status).toBe(200)
    const path = `/api/note/${_id}`
    const { markdown, etag } = await state(admin.client, path)
    expect(etag).toBe('"1.1.m1"')
    expect(markdown).toContain('title: "Waiting"')
    expectError(await write(admin.client, path, markdown, { 'if-match': '"1.0.m1"' }), 412)
    const done = written(await write(admin.client, path, `${markdown}\nMore\n`, { 'if-match': etag }))
    expect(done).toMatchObject({ version: 2, etag: '"2.0.m1"', status: 'published' })
    expect(await readNote(visitor, _id)).toMatchObject({ title: 'Waiting', description: '<p>Waiting</p><p>More</p>' })
  })

  test('is refused with what is wrong in it, which is named', async ({ admin }) => {
    for (const [what, body, status, path] of [
      ['no title', '---\ntitle: ""\n---\n', 422, 'title'],
      ['a title that is too long', `---\ntitle: ${'x'.repeat(201)}\n---\n`, 422, 'title'],
      ['a date that is none', '---\ntitle: A\ndraft: false\ndate: soon\n---\n', 422, 'date'],
      ['a draft that is neither', '---\ntitle: A\ndraft: maybe\n---\n', 422, 'draft'],
      ['the id of another text', `---\ntitle: A\nid: ${crypto.randomUUID()}\n---\n`, 422, 'id'],
      ['a picture of the client’s', '---\ntitle: A\n---\n\n![A pot](pot.png)\n', 422, 'text'],
      ['front matter of many lines', `---\ntitle: A\n${'a: b\n'.repeat(200)}---\n`, 422, 'front matter'],
      ['long front matter', `---\ntitle: A\nx: ${'y'.repeat(8_200)}\n---\n`, 422, 'front matter'],
      ['front matter that never ends', `---\n${'[{'.repeat(33_000)}`, 422, 'front matter'],
      ['front matter that is no YAML', '---\ntitle: [A\n---\n', 422, 'front matter'],
      ['more than a text may have', `---\ntitle: A\n---\n\n${'x'.repeat(1_048_577)}`, 413, undefined],
    ] as const) {
      const answer = await write(admin.client, '/api/note/new', body)
      expect(answer.status, what).toBe(status)
      expectError(answer, status, path)
    }
  })

  test('is refused where it is no text, or of another type', async ({ admin, visitor, member }) => {
    const send = (body: Buffer | string, type: string, client = admin.client) =>
      client.send('POST', '/api/note/new', { body, headers: { 'content-type': type } })
    expectError(await send(Buffer.from([0x2d, 0xff, 0xfe]), 'text/markdown'), 400)
    const wrong = await send('title: A', 'text/plain')
    expectError(wrong, 415)
    expect(wrong.headers.accept).toBe('application/json, text/markdown')
    expectError(await send('---\ntitle: A\n---\n', 'text/markdown', visitor), 401)
    expectError(await send('---\ntitle: A\n---\n', 'text/markdown', member.client), 403)
  })
})

test('the story of a project is its Markdown, and its facts are the front matter', async ({ admin, visitor }) => {
  const links = JSON.stringify([{ label: 'Docs', url: 'https://docs.example/' }])
  const id = await makePost(admin.client, {
    ...{ title: 'Kettle', description: 'It boils.', story: '<h2>Problem</h2><p>Cold tea</p>', role: 'Author' },
    ...{ started: '2021-04', ended: 'ongoing', licence: 'MIT', links, tech: 'Go, C', isPinned: 'true' },
  })
  const path = `/api/post/${id}`
  const { markdown, etag } = await state(admin.client, path)
  for (const line of [
    'title: "Kettle"',
    'description: "It boils."',
    'role: "Author"',
    'started: "2021-04"',
    'ended: "ongoing"',
    'licence: "MIT"',
    'pinned: true',
    'links:\n  - label: "Docs"\n    url: "https://docs.example/"',
    'tags:\n  - "Go"\n  - "C"',
    '\n---\n\n## Problem\n\nCold tea\n',
  ])
    expect(markdown).toContain(line)
  expect(written(await write(admin.client, path, markdown, { 'if-match': etag }))).toMatchObject({
    version: 1,
    remarks: [],
  })
  const next = markdown
    .replace('Cold tea', 'Cold *tea*')
    .replace('"Author"', '"Maker"')
    .replace('pinned: true', 'pinned: false')
  written(await write(admin.client, path, next, { 'if-match': etag }))
  expect(await readPost(visitor, id)).toMatchObject({
    ...{ role: 'Maker', story: '<h2>Problem</h2><p>Cold <em>tea</em></p>', started: '2021-04' },
    links: [{ label: 'Docs', url: 'https://docs.example/' }],
  })
  const made = written(
    await write(
      admin.client,
      '/api/post/new',
      '---\ntitle: Pot\ndescription: For tea.\ndraft: false\n---\n## Result\n',
    ),
    201,
  )
  expect(await readPost(visitor, made._id)).toMatchObject({
    title: 'Pot',
    description: 'For tea.',
    story: '<h2>Result</h2>',
  })
})

test('a token without publish changes drafts, and lets what is public wait', async ({ newPerson, visitor }) => {
  const { client } = await newPerson('admin')
  const makeToken = async (...scopes: string[]) => {
    const made = await client.post('/api/token/new', { name: 'CI', scopes, days: 7 })
    const headers = { authorization: `Bearer ${(made.json() as { token: string }).token}` }
    return (path: string, markdown: string, etag = '') =>
      write(visitor, path, markdown, { ...headers, 'if-match': etag })
  }
  const [writes, publishes] = [await makeToken('read', 'write'), await makeToken('read', 'write', 'publish')]
  const { _id } = await makeNote(client, { title: 'Public', description: '<p>Public</p>' })
  const path = `/api/note/${_id}`
  const first = await state(client, path)
  const waiting = written(await writes(path, first.markdown.replace('\nPublic', '\nWaiting'), first.etag))
  expect(waiting).toMatchObject({ version: 1, etag: '"1.1.m1"', status: 'waiting' })
  expect((await readNote(visitor, _id)).description).toBe('<p>Public</p>')
  const second = await state(client, path)
  expect(second.markdown).toContain('\nWaiting\n')
  const again = written(await writes(path, second.markdown.replace('Waiting', 'Still waiting'), second.etag))
  expect(again).toMatchObject({ version: 1, status: 'waiting' })
  const third = await state(client, path)
  for (const [from, to] of [
    ['draft: false', 'draft: true'],
    ['slug: "public"', 'slug: "other"'],
    ['date: "20', 'date: "19'],
  ] as const) {
    const refused = await writes(path, third.markdown.replace(from, to), third.etag)
    expectError(refused, 403)
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope", scope="publish"')
  }
  expectError(await writes(path, third.markdown.replace('"Public"', '""'), third.etag), 422, 'title')
  expect(written(await publishes(path, third.markdown, third.etag))).toMatchObject({ version: 2, status: 'published' })
  expect((await readNote(visitor, _id)).description).toBe('<p>Still waiting</p>')
  expectError(await writes('/api/note/new', '---\ntitle: A\ndraft: false\n---\n'), 403)
  const draft = written(await writes('/api/note/new', '---\ntitle: A\n---\n'), 201)
  expect(written(await writes(`/api/note/${draft._id}`, '---\ntitle: B\n---\nText\n', draft.etag))).toMatchObject({
    version: 2,
    status: 'draft',
  })
})
