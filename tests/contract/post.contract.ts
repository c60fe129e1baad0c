import { expect } from '@playwright/test'
import sharp from 'sharp'
import { NO_FACTS } from '@/lib/content/post-facts'
import { test } from '../support/api-test'
import { listPosts, makePost, POST_FIELDS, readPost } from '../support/content'
import { adminPostShape, expectAnswer, expectBetween, expectError, madeShape, messageShape } from '../support/shapes'

const UNKNOWN_IDS = ['unknown', '0', '-1', crypto.randomUUID(), '%27', '%00', '%25', 'x'.repeat(3_000), '%E2%98%95']

test('the pinned projects get the order they are sent in, and only all of them do', async ({ admin, visitor }) => {
  const { client } = admin
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) ids.push(await makePost(client, { title, isPinned: 'true' }))
  const other = await makePost(client)
  const order = [ids[1], ids[2], ids[0]]
  expect(expectAnswer(await client.put('/api/post/order', { ids: order }), 200, messageShape).message).toBe(
    'Order saved.',
  )
  const listed = (await visitor.get('/projects')).text
  const places = order.map((id) => listed.indexOf(`/post/${id}`))
  expect(places).toEqual(places.toSorted((one, next) => one - next))
  const feed = (await visitor.get('/projects/feed.json')).text
  const entries = (JSON.parse(feed) as { items: { id: string }[] }).items
  expect(entries.slice(0, 3).map(({ id }) => order.findIndex((own) => id.includes(own ?? '')))).toEqual([0, 1, 2])
  expectError(await client.put('/api/post/order', { ids: order.slice(1) }), 409)
  expectError(await client.put('/api/post/order', { ids: [...order.slice(1), other] }), 409)
  expectError(await client.put('/api/post/order', { ids: [...order, order[0]] }), 422, 'ids')
  expectError(await client.put('/api/post/order', { ids: 'all' }), 422, 'ids')
  for (const id of ids) expectAnswer(await client.form('PUT', `/api/post/${id}`, { isPinned: 'false' }), 200, madeShape)
})

test.describe('creating a project', () => {
  test('with all fields creates exactly that project, which is public', async ({ admin, visitor }) => {
    const started = Date.now()
    const answer = await admin.client.form('POST', '/api/post/new', POST_FIELDS)
    const { _id } = expectAnswer(answer, 201, madeShape)
    const post = await readPost(visitor, _id)
    const { slug, createdAt } = post
    const blank = { ...NO_FACTS, links: [], story: '' }
    expect(post).toEqual({ ...POST_FIELDS, ...blank, _id, slug, image: [], createdAt, version: 1 })
    expectBetween(post.createdAt, started)
    expect((await listPosts(visitor)).filter((listed) => listed._id === _id)).toEqual([post])
  })

  test('needs only a title and a description; the rest is blank, and so is what is no picture', async ({
    admin,
    visitor,
  }) => {
    const file = { file: Buffer.alloc(0), name: '', type: 'application/octet-stream' }
    // An empty file is what browsers send of a field in which nothing was chosen.
    for (const image of [undefined, file, '', 'https://example.org/a.png']) {
      const fields = { title: 'Tea', description: 'Hot.', ...(image !== undefined && { image }) }
      const answer = await admin.client.form('POST', '/api/post/new', fields)
      const post = await readPost(visitor, expectAnswer(answer, 201, madeShape)._id)
      expect(post).toMatchObject({ image: [], repo: '', link: '', tech: '' })
    }
  })

  test('says when it was, who uses it, by what licence, and where more is', async ({ admin, visitor }) => {
    const facts = { started: '2021-05', ended: 'ongoing', usedBy: '40 people', licence: 'MIT', state: 'In use' }
    const links = [{ label: 'Docs', url: 'https://docs.example.org/' }]
    const id = await makePost(admin.client, { ...facts, links: JSON.stringify(links) })
    expect(await readPost(visitor, id)).toMatchObject({ ...facts, links })
    const markdown = (await visitor.get(`/post/${id}.md`)).text
    for (const line of ['- Period: Since May 2021', '- Used by: 40 people', '[Docs](https://docs.example.org/)'])
      expect(markdown).toContain(line)
    expectAnswer(await admin.client.form('PUT', `/api/post/${id}`, { links: '[]', licence: '' }), 200, madeShape)
    expect(await readPost(visitor, id)).toMatchObject({ ...facts, licence: '', links: [] })
  })

  test('is refused where it ended before it started, also where only one of both is sent', async ({ admin }) => {
    const { client } = admin
    const id = await makePost(client, { started: '2023-05' })
    expectError(await client.form('PUT', `/api/post/${id}`, { ended: '2022' }), 422, 'ended')
    expectError(await client.form('PUT', `/api/post/${id}`, { ended: '2023-4' }), 422, 'ended')
    expectAnswer(await client.form('PUT', `/api/post/${id}`, { ended: '2023' }), 200, madeShape)
    const draft = await makePost(client, { started: '2023', status: 'draft' })
    expectAnswer(await client.form('PUT', `/api/post/${draft}`, { ended: '2022' }), 200, madeShape)
    expectError(await client.form('PUT', `/api/post/${draft}`, { status: 'published' }), 422, 'ended')
  })

  test('keeps every letter as it was typed but for white space around it', async ({ admin, visitor }) => {
    const fields = {
      title: `<b>'";--\\ % _ 茶 ☕ 🍵</b>`,
      description: '<script>alert(1)</script> & &amp; "quoted"\n\n  two',
      tech: 'C++, C#, Élixir, 日本語',
    }
    const padded = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, ` \n${text}\t `]))
    expect(await readPost(visitor, await makePost(admin.client, padded))).toMatchObject(fields)
  })

  test('ignores fields that are not its own', async ({ admin, visitor }) => {
    const id = await makePost(admin.client, { _id: 'mine', createdAt: '2001-01-01T00:00:00.000Z', isAdmin: 'true' })
    const post = await readPost(visitor, id)
    expect(post._id).not.toBe('mine')
    expect(post.createdAt.startsWith('2001')).toBe(false)
    expect(post.version).toBe(1)
  })
})

// All limits: lib/post/input.test.ts.
test('the longest title passes when a project is made and when it is changed, and wrong fields fail with 422', async ({
  admin,
  visitor,
}) => {
  const { client } = admin
  const fields = { title: '🍵'.repeat(200), link: 'https://example.org:8443/a/b?c=d&e=%20#f', repo: '' }
  expect(await readPost(visitor, await makePost(client, fields))).toMatchObject(fields)
  const id = await makePost(client)
  expectAnswer(await client.form('PUT', `/api/post/${id}`, fields), 200, madeShape)
  expect(await readPost(visitor, id)).toMatchObject({ ...POST_FIELDS, ...fields })
  const before = await listPosts(visitor)
  for (const [path, value] of [
    ['title', 'x'.repeat(201)],
    ['description', '   '],
    ['repo', 'javascript:alert(1)'],
  ] as const) {
    expectError(await client.form('POST', '/api/post/new', { ...POST_FIELDS, [path]: value }), 422, path)
    expectError(await client.form('PUT', `/api/post/${id}`, { tech: 'Never saved', [path]: value }), 422, path)
  }
  expect(await listPosts(visitor)).toEqual(before)
})

test('a project without title and description is refused, and both are named', async ({ admin, visitor }) => {
  const before = await listPosts(visitor)
  const { issues } = expectError(await admin.client.form('POST', '/api/post/new', { tech: 'x' }), 422)
  expect([...new Set(issues?.map((issue) => issue.path))].sort()).toEqual(['description', 'title'])
  expect(await listPosts(visitor)).toEqual(before)
})

test('a text field sent as a file is refused', async ({ admin }) => {
  const fields = { ...POST_FIELDS, title: { file: Buffer.from('A title'), name: 'title.txt', type: 'text/plain' } }
  expectError(await admin.client.form('POST', '/api/post/new', fields), [400, 422])
})

test.describe('the story of a project', () => {
  const story = '<h2>Problem</h2><p>Cold <strong>tea</strong>.</p><h2>Result</h2><h2>Would do differently</h2><p></p>'

  test('is sanitised as a note’s text, read as it is stored, and stays when other fields are changed', async ({
    admin,
    visitor,
  }) => {
    const id = await makePost(admin.client, { story: `${story}<script>alert(1)</script>` })
    expect(await readPost(visitor, id)).toMatchObject({ story, version: 1 })
    await admin.client.form('PUT', `/api/post/${id}`, { title: 'Warm tea' })
    expect(await readPost(visitor, id)).toMatchObject({ story, title: 'Warm tea' })
    await admin.client.form('PUT', `/api/post/${id}`, { story: '' })
    expect(await readPost(visitor, id)).toMatchObject({ story: '', version: 3 })
  })

  test('stands on its page, in its Markdown and in the feed without the headings that nothing is under', async ({
    admin,
    visitor,
  }) => {
    const id = await makePost(admin.client, { description: 'A sieve.', story })
    const page = await visitor.get(`/post/${id}`)
    expect(page.text).toMatch(/<h2[^>]* id="h-problem"/)
    const [markdown, feed] = [await visitor.get(`/post/${id}.md`), await visitor.get('/projects/feed.json')]
    expect(markdown.text).toContain('A sieve.\n\n## Problem\n\nCold **tea**.\n')
    const { items } = feed.json() as { items: Array<{ id: string; summary: string; content_html: string }> }
    const item = items.find((entry) => entry.id.includes(id))
    expect(item?.summary).toBe('A sieve.')
    expect(item?.content_html).toContain('<p>A sieve.</p><h2>Problem</h2><p>Cold <strong>tea</strong>.</p>')
    for (const shown of [page.text, markdown.text, item?.content_html]) {
      expect(shown).not.toContain('Result')
      expect(shown).not.toContain('Would do differently')
    }
  })

  test('is in the preview of a draft, in what differs from a revision, and comes back with that', async ({
    admin,
    visitor,
  }) => {
    const { client } = admin
    const id = await makePost(client, { story, status: 'draft' })
    const link = await client.post('/api/preview/new', { kind: 'post', id })
    const preview = await visitor.get(new URL((link.json() as { data: { url: string } }).data.url).pathname)
    expect(preview.text).toMatch(/<h2[^>]* id="h-problem"/)
    expect(preview.text).not.toContain('Would do differently')

    await client.form('PUT', `/api/post/${id}`, { status: 'published' })
    const later = story.replace('Cold', 'Lukewarm')
    await client.form('PUT', `/api/post/${id}`, { story: later })
    const { text } = await client.get(`/post/history/${id}`)
    expect(text.replaceAll('<!-- -->', '')).toContain('<del>Cold </del><ins>Lukewarm </ins>')
    const [, first] = [...text.matchAll(/name="from"[^>]*value="(\d+)"/g)].map(([, number]) => number)
    expect((await client.post(`/api/history/${first}`, {})).status).toBe(200)
    const { copy } = (await client.get(`/api/working-copy/${id}`)).json() as { copy: { fields: { story: string } } }
    expect(copy.fields.story).toBe(story)
    expect(await readPost(visitor, id)).toMatchObject({ story: later })
  })

  test('keeps a picture embedded in it in the store', async ({ admin, visitor }) => {
    const picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const data = `data:image/png;base64,${picture.toString('base64')}`
    const id = await makePost(admin.client, { story: `<p><img src="${data}" alt="Teal"></p>` })
    const [, url = ''] = /<img src="([^"]+)"/.exec((await readPost(visitor, id)).story) ?? []
    expect(url).toMatch(/^\/media\//)
    expect((await visitor.get(url)).status).toBe(200)
  })

  test('of more than 1 MiB is refused, and the field is named', async ({ admin }) => {
    const answer = await admin.client.form('POST', '/api/post/new', { ...POST_FIELDS, story: 'x'.repeat(1_048_577) })
    expectError(answer, 422, 'story')
  })
})

test.describe('changing a project', () => {
  test('changes the fields sent, keeps the others, and returns the id', async ({ admin, visitor }) => {
    const id = await makePost(admin.client)
    const before = await readPost(visitor, id)
    const answer = await admin.client.form('PUT', `/api/post/${id}`, { title: 'A teapot', tech: '' })
    expect(expectAnswer(answer, 200, madeShape)._id).toBe(id)
    const after = await readPost(visitor, id)
    expect(after).toEqual({ ...before, title: 'A teapot', tech: '', version: after.version })
    expect(after.version).toBeGreaterThan(before.version)
  })

  test('changes all fields, and leaves other projects alone', async ({ admin, visitor }) => {
    const other = await readPost(visitor, await makePost(admin.client))
    const id = await makePost(admin.client)
    const fields = { title: 'T', description: 'D', repo: 'https://r.example', link: 'https://l.example', tech: 'X' }
    expectAnswer(await admin.client.form('PUT', `/api/post/${id}`, fields), 200, madeShape)
    expect(await readPost(visitor, id)).toMatchObject(fields)
    expect(await readPost(visitor, other._id)).toEqual(other)
  })

  test('pins it, which only admins are told, and which changes nothing in the list of the API', async ({
    admin,
    visitor,
  }) => {
    const { client } = admin
    const ids = [await makePost(client, { isPinned: 'true' }), await makePost(client)]
    const pinned = async (id: string) => expectAnswer(await client.get(`/api/post/${id}`), 200, adminPostShape).isPinned
    expect(await Promise.all(ids.map(pinned))).toEqual([true, false])
    for (const id of ids) {
      expectAnswer(await client.form('PUT', `/api/post/${id}`, { title: 'Renamed' }), 200, madeShape)
      expect(await readPost(visitor, id)).not.toHaveProperty('isPinned')
    }
    expect(await Promise.all(ids.map(pinned))).toEqual([true, false])
    // Its order is that of the list; nothing in it is newer.
    const feed = async () => (await visitor.get('/projects/atom.xml')).text.split('<entry>').toSorted()
    const before = await feed()
    for (const [at, id] of ids.entries())
      expectAnswer(await client.form('PUT', `/api/post/${id}`, { isPinned: String(at === 1) }), 200, madeShape)
    expect((await feed()).join()).toBe(before.join())
    expect(await Promise.all(ids.map(pinned))).toEqual([false, true])
    const listed = await listPosts(visitor)
    expect(listed.map(({ _id }) => _id).filter((id) => ids.includes(id))).toEqual(ids)
    expect(listed.at(-1)).not.toHaveProperty('isPinned')
    for (const id of ids)
      expectAnswer(await client.form('PUT', `/api/post/${id}`, { isPinned: 'false' }), 200, madeShape)
  })

  test('keeps its position in the list', async ({ admin, visitor }) => {
    const first = await makePost(admin.client)
    const second = await makePost(admin.client)
    await admin.client.form('PUT', `/api/post/${first}`, { title: 'Changed' })
    const ids = (await listPosts(visitor)).map((post) => post._id)
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
  })
})

test.describe('deleting a project', () => {
  test('removes it from the list and from its address; a second time it is not found', async ({ admin, visitor }) => {
    const id = await makePost(admin.client)
    const others = (await listPosts(visitor)).filter((post) => post._id !== id)
    expectAnswer(await admin.client.delete(`/api/post/${id}`), 200, messageShape)
    expectError(await visitor.get(`/api/post/${id}`), 404)
    expect(await listPosts(visitor)).toEqual(others)
    expectError(await admin.client.delete(`/api/post/${id}`), 404)
    expectError(await admin.client.form('PUT', `/api/post/${id}`, { title: 'x' }), 404)
  })

  test('by two at once succeeds once', async ({ admin }) => {
    const id = await makePost(admin.client)
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.client.delete(`/api/post/${id}`)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404])
  })
})

test('an unknown project is "Post not found"', async ({ visitor, admin }) => {
  for (const id of UNKNOWN_IDS) {
    expect(expectError(await visitor.get(`/api/post/${id}`), 404).message).toBe('Post not found')
    expectError(await admin.client.form('PUT', `/api/post/${id}`, { title: 'x' }), 404)
    expectError(await admin.client.delete(`/api/post/${id}`), 404)
  }
})
