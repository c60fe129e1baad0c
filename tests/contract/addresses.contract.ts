import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { type ApiClient, repeatedHeaders } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost, readNote, readPost } from '../support/content'
import { expectAnswer, expectError, messageShape, noteSavedShape } from '../support/shapes'

/** A title of its own, and what it makes. */
const newTitle = () => `Tea ${crypto.randomUUID().slice(0, 8)} in C++`
const slugOf = (title: string) => title.toLowerCase().replace('c++', 'cplusplus').replaceAll(' ', '-')

async function locationOf(client: ApiClient, path: string) {
  const answer = await client.get(path)
  return [answer.status, answer.headers.location]
}

test('a note and a project have a slug of their title, and answer by it beside their id', async ({
  admin,
  visitor,
}) => {
  const title = newTitle()
  const note = await makeNote(admin.client, { title })
  const again = await makeNote(admin.client, { title })
  const post = await makePost(admin.client, { title })
  expect(note.slug).toBe(slugOf(title))
  expect(again.slug).toBe(`${slugOf(title)}-2`)
  expect((await readPost(visitor, post)).slug).toBe(slugOf(title))
  expect((await readNote(visitor, note._id)).slug).toBe(note.slug)
  for (const [kind, id] of [
    ['note', note._id],
    ['post', post],
  ]) {
    for (const path of [`/${kind}/${id}`, `/${kind}/${note.slug}`, `/${kind}/${note.slug}/`]) {
      const page = await visitor.get(path)
      expect(page.status, path).toBe(200)
      expect(page.text, path).toContain(title)
      // Search engines are told one of the two.
      expect(page.text, path).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/${kind}/${note.slug}"`))
    }
    const markdown = await visitor.get(`/${kind}/${note.slug}.md`)
    expect(markdown.status).toBe(200)
    expect(markdown.headers.link).toMatch(new RegExp(`/${kind}/${note.slug}>; rel="canonical"$`))
  }
  // Links of the site are as specified.
  expect((await visitor.get('/myblog')).text).toContain(`href="/note/${note._id}"`)
})

test('any script has slugs, and a title without a letter has none', async ({ admin, visitor }) => {
  const word = crypto.randomUUID().slice(0, 8)
  const note = await makeNote(admin.client, { title: `東京の夜 ${word}` })
  expect(note.slug).toBe(`東京の夜-${word}`)
  expect((await visitor.get(`/note/${encodeURIComponent(note.slug)}`)).status).toBe(200)
  expect((await makeNote(admin.client, { title: '🎉' })).slug).toBe('')
})

test('a draft follows its title until it is published', async ({ admin, visitor }) => {
  const [first, second, third] = [newTitle(), newTitle(), newTitle()]
  const draft = expectAnswer(
    await admin.client.post('/api/note/new', { title: first, status: 'draft' }),
    201,
    noteSavedShape,
  ).data
  expect(draft.slug).toBe(slugOf(first))
  expect((await visitor.get(`/note/${draft.slug}`)).status).toBe(404)
  const path = `/api/note/${draft._id}`
  const save = async (fields: object) => expectAnswer(await admin.client.put(path, fields), 200, noteSavedShape).data
  expect((await save({ title: second })).slug).toBe(slugOf(second))
  expect((await save({ status: 'published' })).slug).toBe(slugOf(second))
  expect((await save({ title: third })).slug).toBe(slugOf(second))
  expect((await save({ status: 'draft' })).slug).toBe(slugOf(second))
  expect((await save({ title: first })).slug).toBe(slugOf(second))
  expect((await save({ slug: '' })).slug).toBe(slugOf(first))
})

test('an admin names it in POST and PUT; a bad or taken one is refused', async ({ admin, visitor }) => {
  const taken = await makeNote(admin.client, { title: newTitle() })
  const own = crypto.randomUUID().slice(0, 13)
  const note = await makeNote(admin.client, { title: newTitle(), slug: `Own-${own}` })
  expect(note.slug).toBe(`own-${own}`)
  const path = `/api/note/${note._id}`
  for (const slug of ['a b', 'a/b', 'a--b', '-a', 'new', 'update', note._id, 'x'.repeat(81)]) {
    expectError(await admin.client.put(path, { slug }), 422, 'slug')
    expectError(await admin.client.post('/api/note/new', { title: 'T', slug }), 422, 'slug')
  }
  expectError(await admin.client.put(path, { slug: 1 }), 422, 'slug')
  expectError(await admin.client.put(path, { slug: taken.slug }), 409, 'slug')
  expectError(await admin.client.post('/api/note/new', { title: 'T', slug: taken.slug }), 409, 'slug')
  const post = await makePost(admin.client, { title: newTitle(), slug: taken.slug })
  expect((await readPost(visitor, post)).slug).toBe(taken.slug)
  const other = await makePost(admin.client, { title: newTitle() })
  expectError(await admin.client.form('PUT', `/api/post/${other}`, { slug: taken.slug }), 409, 'slug')
})

test('an old slug leads on at once, without a chain or a loop, until something else has it', async ({
  admin,
  visitor,
}) => {
  const [one, two, three] = [newTitle(), newTitle(), newTitle()].map(slugOf)
  for (const kind of ['note', 'post'] as const) {
    const id =
      kind === 'note'
        ? (await makeNote(admin.client, { title: 'T', slug: String(one) }))._id
        : await makePost(admin.client, { title: 'T', slug: String(one) })
    const rename = async (slug: string | undefined) => {
      const sent = await (kind === 'note'
        ? admin.client.put(`/api/note/${id}`, { slug })
        : admin.client.form('PUT', `/api/post/${id}`, { slug: String(slug) }))
      expectAnswer(sent, 200, messageShape)
    }
    expect((await visitor.get(`/${kind}/${one}`)).status).toBe(200)
    await rename(two)
    expect(await locationOf(visitor, `/${kind}/${one}`)).toEqual([308, `/${kind}/${two}`])
    expect((await visitor.get(`/${kind}/${id}`)).text).toContain(`/${kind}/${two}"`)
    await rename(three)
    for (const old of [one, two]) {
      expect(await locationOf(visitor, `/${kind}/${old}`)).toEqual([308, `/${kind}/${three}`])
      expect(await locationOf(visitor, `/${kind}/${old}.md`)).toEqual([308, `/${kind}/${three}.md`])
      const image = `${'0'.repeat(16)}.png`
      const shared = [308, `/share/${kind}/${three}/${image}`]
      expect(await locationOf(visitor, `/share/${kind}/${old}/${image}`)).toEqual(shared)
    }
    await rename(one)
    expect((await visitor.get(`/${kind}/${one}`)).status).toBe(200)
    for (const old of [two, three]) {
      expect(await locationOf(visitor, `/${kind}/${old}`)).toEqual([308, `/${kind}/${one}`])
    }
    // Any number of other addresses would each be a page in memory, and old after the next write.
    for (const written of [String(one).toUpperCase(), `${one}%20`, `%20${one}%C2%A0%20`]) {
      expect(await locationOf(visitor, `/${kind}/${written}`)).toEqual([308, `/${kind}/${one}`])
    }
    // Another takes the name of the second.
    if (kind === 'note') await makeNote(admin.client, { title: 'Other', slug: String(two) })
    else await makePost(admin.client, { title: 'Other', slug: String(two) })
    expect((await visitor.get(`/${kind}/${two}`)).text).toContain('Other')
    expect((await visitor.get(`/${kind}/${two}.md`)).text).toContain('# Other')
    expect((await admin.client.delete(`/api/${kind}/${id}`)).status).toBe(200)
    for (const gone of [one, three]) expect((await visitor.get(`/${kind}/${gone}`)).status).toBe(404)
  }
})

test('a page is new by its slug as it is by its id', async ({ admin, visitor }) => {
  const note = await makeNote(admin.client, { title: newTitle() })
  const read = async () =>
    Promise.all([`/note/${note._id}`, `/note/${note.slug}`, `/note/${note.slug}.md`].map((path) => visitor.get(path)))
  await read()
  await admin.client.put(`/api/note/${note._id}`, { description: '<p>Cold by now.</p>' })
  for (const page of await read()) expect(page.text).toContain('Cold by now.')
})

test('the owner may have readable addresses in links: an id then leads on', async ({ admin, visitor }) => {
  const note = await makeNote(admin.client, { title: newTitle() })
  const post = await makePost(admin.client, { title: newTitle() })
  const { slug } = await readPost(visitor, post)
  const choose = async (addresses: string) =>
    expectAnswer(await admin.client.put('/api/settings', { addresses }), 200, messageShape)
  expectError(await admin.client.put('/api/settings', { addresses: 'long' }), 422, 'addresses')
  await choose('readable')
  try {
    expect(await locationOf(visitor, `/note/${note._id}`)).toEqual([308, `/note/${note.slug}`])
    expect(await locationOf(visitor, `/post/${post}`)).toEqual([308, `/post/${slug}`])
    for (const path of ['/myblog', '/projects', '/', `/find?q=${note.slug}`, `/api/find?q=${note.slug}`]) {
      const { text } = await visitor.get(path)
      expect(text, path).not.toContain(`/note/${note._id}`)
      expect(text, path).not.toContain(`"/post/${post}`)
    }
    expect((await visitor.get('/myblog')).text).toContain(`href="/note/${note.slug}"`)
    expect((await visitor.get('/projects')).text).toContain(`href="/post/${slug}"`)
    // A client's navigation is led on as well.
    const data = await visitor.get(`/note/${note._id}`, { rsc: '1' })
    expect([data.status, data.headers.location]).toEqual([308, `/note/${note.slug}`])
  } finally {
    await choose('id')
  }
  expect((await visitor.get(`/note/${note._id}`)).status).toBe(200)
})

test('feeds, site map, llms.txt and share images name the readable address; an entry keeps its id', async ({
  admin,
  visitor,
}) => {
  const note = await makeNote(admin.client, { title: newTitle() })
  const post = await makePost(admin.client, { title: newTitle() })
  const { slug } = await readPost(visitor, post)
  const expected = [
    ['/feed.xml', note.slug],
    ['/atom.xml', note.slug],
    ['/feed.json', note.slug],
    ['/projects/feed.xml', slug],
    ['/sitemap.xml', note.slug],
    ['/sitemap.xml', slug],
    ['/llms.txt', `${note.slug}.md`],
    ['/llms.txt', `${slug}.md`],
  ]
  for (const [path = '', end] of expected) {
    const { text } = await visitor.get(path)
    expect(text, path).toMatch(new RegExp(`/(?:note|post)/${end}[<")]`))
    expect(text, path).not.toMatch(new RegExp(`/(?:note|post)/(?:${note._id}|${post})`))
  }
  expect((await visitor.get('/atom.xml')).text).toContain(`<id>urn:uuid:${note._id}</id>`)
  const [, image = ''] = /property="og:image" content="[^"]*(\/share\/note\/[^"]+)"/.exec(
    (await visitor.get(`/note/${note._id}`)).text,
  ) ?? ['', '']
  expect(image).toContain(note.slug)
  for (const path of [image, image.replace(note.slug, note._id)]) {
    expect((await visitor.get(path)).headers['content-type']).toBe('image/png')
  }
})

test('the address a text had on the site it was brought from leads to it', async ({ admin, visitor, database }) => {
  const note = await makeNote(admin.client, { title: newTitle() })
  const old = `/2019/05/café-${crypto.randomUUID()}.html`
  expect((await visitor.get(encodeURI(old))).status).toBe(404)
  await database.rows(`INSERT INTO "Redirect" ("id", "source", "origin", "noteId") VALUES ($1, $2, 'import', $3)`, [
    crypto.randomUUID(),
    old,
    note._id,
  ])
  expect(await locationOf(visitor, encodeURI(old))).toEqual([308, `/note/${note.slug}`])
  await admin.client.delete(`/api/note/${note._id}`)
  expect((await visitor.get(encodeURI(old))).status).toBe(404)
})

test('each address that leads on answers one Location and nothing else, and Node’s fetch arrives', async ({
  admin,
  visitor,
  database,
}) => {
  const [name, tech] = [newTitle(), `Tech${randomUUID().slice(0, 8)}`]
  const note = await makeNote(admin.client, { title: name, tech })
  const post = await makePost(admin.client, { title: name, tech })
  const { slug } = await readPost(visitor, post)
  const old = `old-${note.slug}`
  for (const kind of ['note', 'post']) {
    await database.rows(
      `INSERT INTO "Redirect" ("id", "source", "origin", "${kind}Id") VALUES ($1, $2, 'slug', $3), ($4, $5, 'import', $3)`,
      [randomUUID(), `/${kind}/${old}`, kind === 'note' ? note._id : post, randomUUID(), `/2012/${kind}-${old}.php`],
    )
  }
  const technology = `/tech/${slugOf(tech)}`
  const leads: Record<string, string[]> = {
    [`/note/${note.slug}`]: [
      ...[`/note/${old}`, `/2012/note-${old}.php`, `/note/${String(note.slug).toUpperCase()}`, `/Note/${note.slug}`],
      ...['.', ',', ';', ':', '!', '?)', ')', '%22', "'", '%E2%80%9D', '%E2%80%A6', '...', '%20', '*', '%3E'].map(
        (end) => `/note/${note.slug}${end.replace('?', '%3F')}`,
      ),
      ...['.html', '.htm', '/index.html', '/index.php', '.html).', '/%22', '/INDEX.HTML'].map(
        (end) => `/note/${note.slug}${end}`,
      ),
      ...[`/note/${old}.`, `/note/${old}.html`, `/2012/note-${old}.php)`, `/2012/NOTE-${old}.php`],
    ],
    [`/note/${note._id}`]: [`/note/${note._id}.`, `/note/${note._id}.html`, `/NOTE/${note._id.toUpperCase()}`],
    [`/note/${note.slug}.md`]: [`/note/${old}.md`, `/note/${String(note.slug).toUpperCase()}.md`],
    [`/post/${slug}`]: [
      `/post/${old}`,
      `/2012/post-${old}.php`,
      `/post/${slug}),`,
      `/Post/${slug}.html`,
      `/post/%20${slug}`,
    ],
    [technology]: [`/tech/${tech}`, `${technology}.`, `${technology}.html`, `/TECH/${tech}`],
    [`${technology}/feed.xml`]: [`/tech/${tech}/feed.xml`, `${technology}/rss`, `${technology}/feed`],
    '/about': ['/About', '/ABOUT', '/about.html', '/about,', '/about/index.html', '/About.html'],
    '/myblog': ['/MyBlog', '/myblog.php'],
    '/projects': ['/Projects', '/projects/page/1', '/projects).', '/projects.html/'],
    '/search/Tea': ['/Search/Tea'],
    '/': ['/index.html', '/index.php', '/index', '/home/current'],
    '/feed.xml': ['/feed', '/feed/', '/rss', '/rss.xml', '/index.xml', '/RSS', '/Feed.xml'],
    '/projects/feed.xml': ['/projects/feed', '/projects/rss.xml'],
    '/atom.xml': ['/atom'],
    '/user/update': ['/.well-known/change-password'],
    '/adminpanel': ['/AdminPanel'],
  }
  for (const [address, paths] of Object.entries(leads)) {
    for (const path of paths) {
      const answer = await visitor.get(path)
      expect([path, answer.status, answer.headers.location, repeatedHeaders(answer)]).toEqual([path, 308, address, []])
      expect([path, answer.text]).toEqual([path, ''])
    }
    const [path = ''] = paths
    const arrived = await fetch(new URL(path, visitor.origin))
    expect([path, arrived.status, new URL(arrived.url).pathname]).toEqual([
      path,
      address === '/user/update' || address === '/adminpanel' ? 403 : 200,
      address,
    ])
  }
  const nowhere = ['/note/nothing.', '/note/nothing.html', '/nothing.html', '/Nothing', '/post/feed', '/note/.html']
  for (const path of [
    ...nowhere,
    `/note/a${note.slug}.`,
    `/post/${note._id}.`,
    '/tech/none.',
    '/rss/rss',
    '/.well-known/none',
  ]) {
    expect([path, (await visitor.get(path)).headers.location]).toEqual([path, undefined])
  }
})

test('beyond the end of a list is no page, nor is a project at what is no id', async ({ visitor }) => {
  const beyond = ['999', '0', 'x', '01'].map((page) => `/projects/page/${page}`)
  for (const path of [...beyond, '/post/nonsense'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
})
