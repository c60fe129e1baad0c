import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { type ApiAnswer, ApiClient, exchange, type FormFields, newAddress } from '../support/api-client'
import { test } from '../support/api-test'
import { WRITES } from '../support/calls'
import {
  makeNote,
  makePage,
  makePost,
  NOTE_FIELDS,
  PAGE_FIELDS,
  POST_FIELDS,
  readNote,
  readPost,
} from '../support/content'
import type { TestDatabase } from '../support/database'
import { png } from '../support/pictures'
import { expectAnswer, messageShape } from '../support/shapes'
import { site } from '../support/site'

/** Changes rows without notifying: pages show the change only when they are rendered anew. */
function changeWithoutNotifying(database: TestDatabase, sql: string): Promise<unknown> {
  return database.rows(`BEGIN; SELECT set_config('colophon.pages_changed', 'none', true); ${sql}; COMMIT`)
}

/** A page as another visitor receives it each time: one would use up what it may cost. */
async function page(path: string): Promise<string> {
  return (await exchange(site.baseUrl, 'GET', path, {}, '', newAddress())).text
}

/** Which rendering of each page a visitor receives: each has a nonce of its own. */
async function renderings(paths: string[], headers = {}): Promise<Array<string | undefined>> {
  const answers = await Promise.all(paths.map((path) => fetch(site.baseUrl + path, { headers })))
  return answers.map(({ headers }) => /'nonce-.+?'/.exec(headers.get('content-security-policy') ?? '')?.[0])
}

/** So that no page is as old as to end soon: while something is scheduled, none outlives a minute. */
async function dropAll(client: ApiClient): Promise<void> {
  const { settings } = (await client.put('/api/settings', {})).json() as { settings: { bio: string } }
  for (const bio of [`${settings.bio} Changed.`, settings.bio]) {
    expect((await client.put('/api/settings', { bio })).status).toBe(200)
  }
}

// The longest tests of all: not one after the other.
test.describe.configure({ mode: 'parallel' })

test.describe('the pages that a write concerns', () => {
  let path: string
  let noteId: string

  /** Caches a page, then changes its content without notifying. */
  async function arm(database: TestDatabase) {
    await changeWithoutNotifying(database, `UPDATE "Note" SET "title" = 'As cached' WHERE "id" = '${noteId}'`)
    // All earlier writes have been processed once this one has.
    await database.change(1, `UPDATE "Note" SET "about" = "about" || '.' WHERE "id" = $1`, [noteId])
    await expect.poll(() => page(path)).toContain('As cached')
    await expect.poll(() => isCached(database)).toBe(true)
  }

  async function isCached(database: TestDatabase) {
    await page(path)
    await changeWithoutNotifying(database, `UPDATE "Note" SET "title" = 'Rendered anew' WHERE "id" = '${noteId}'`)
    if ((await page(path)).includes('As cached')) return true
    await changeWithoutNotifying(database, `UPDATE "Note" SET "title" = 'As cached' WHERE "id" = '${noteId}'`)
    await database.change(1, `UPDATE "Note" SET "about" = "about" || '.' WHERE "id" = $1`, [noteId])
    return false
  }

  /** Waits until the server has processed all writes so far, also those made in the database directly. */
  async function untilRevisionSeen(database: TestDatabase, id: string) {
    const name = `Renamed ${crypto.randomUUID()}`
    await page(`/profile/${id}`)
    await database.change(1, 'UPDATE "User" SET "name" = $2 WHERE "id" = $1', [id, name])
    await expect.poll(() => page(`/profile/${id}`)).toContain(name)
  }

  test.beforeEach(async ({ admin }) => {
    noteId = (await makeNote(admin.client))._id
    path = `/note/${noteId}`
  })

  test('are a member’s own when it is a profile, and none when nothing it shows was changed or it was only read', async ({
    admin,
    database,
    newPerson,
  }) => {
    const [person, other] = [await newPerson(), await newPerson()]
    const post = await makePost(admin.client)
    const note = (await makeNote(admin.client, { title: 'The same' }))._id
    const draft = (await makeNote(admin.client, { title: 'A draft', status: 'draft' }))._id
    const settings = expectAnswer(await admin.client.put('/api/settings', {}), 200, messageShape) as unknown as {
      settings: { bio: string }
    }
    await untilRevisionSeen(database, other.id)
    await arm(database)

    const writes = [
      () => person.client.put(`/api/user/profile/${person.id}`, { name: 'Changed', about: '<p>Changed</p>' }),
      () => person.client.put(`/api/user/profile/${person.id}`, { name: 'Changed' }),
      () => admin.client.put(`/api/user/profile/${person.id}`, { name: 'Changed by an admin' }),
      () => admin.client.post('/api/user/members', { ids: [person.id], action: 'promote' }),
      () => admin.client.post('/api/user/members', { ids: [person.id], action: 'demote' }),
      () => admin.client.post('/api/user/members', { ids: [person.id], action: 'end-sessions' }),
      () => admin.client.put(`/api/note/${note}`, { title: 'The same' }),
      () => admin.client.form('PUT', `/api/post/${post}`, { repo: 'https://example.org/tea.git' }),
      () => admin.client.put('/api/settings', { bio: settings.settings.bio }),
      () => admin.client.post('/api/note/trash', { ids: [note], action: 'restore' }),
      () => admin.client.put(`/api/note/${draft}`, { title: 'A draft still' }),
    ]
    for (const write of writes) {
      const answer = await write()
      expect(answer.status, answer.text).toBe(200)
      expect(await page(path), `${answer.method} ${answer.path}`).toContain('As cached')
    }
    expect(await page(`/profile/${person.id}`)).toContain('Changed by an admin')
    // Also when notified by the database, like other instances.
    await untilRevisionSeen(database, other.id)
    expect(await page(path)).toContain('As cached')
    expect([(await readNote(admin.client, note)).version, (await readPost(admin.client, post)).version]).toEqual([1, 1])

    // A text with an older sanitiser version is shown without being stored.
    await changeWithoutNotifying(database, `UPDATE "User" SET "aboutStamp" = 'old' WHERE "id" = '${person.id}'`)
    await new ApiClient(site.baseUrl).get(`/api/user/profile/${person.id}`)
    await page(`/profile/${person.id}`)
    await untilRevisionSeen(database, other.id)
    expect(await page(path)).toContain('As cached')
    expect(await database.rows('SELECT "aboutStamp" FROM "User" WHERE "id" = $1', [person.id])).toEqual([
      { aboutStamp: 'old' },
    ])
  })

  test('are its own at once after each of a member’s saves', async ({ newPerson }) => {
    const person = await newPerson()
    for (let turn = 0; turn < 8; turn += 1) {
      const profile = `/profile/${person.id}`
      await page(profile)
      expect((await person.client.put(`/api/user${profile}`, { name: `Turn ${turn}.` })).status).toBe(200)
      for (const variant of [profile, `${profile}/`, `${profile}?utm_source=x`]) {
        expect(await page(variant)).toContain(`Turn ${turn}.`)
      }
      const data = await fetch(site.baseUrl + profile, { headers: { rsc: '1' } })
      expect(await data.text()).toContain(`Turn ${turn}.`)
    }
  })

  test('are those that show a note, at once after each change of it', async ({ admin }) => {
    await dropAll(admin.client)
    const put = (id: string, fields: object) => admin.client.put(`/api/note/${id}`, fields)
    const { _id: older } = await makeNote(admin.client)
    const note = await makeNote(admin.client, { title: 'Turn 0.', about: 'Turn 0.', description: '<p>Turn 0.</p>' })
    const { _id: newer } = await makeNote(admin.client)
    const id = note._id
    // A page names it by one of its addresses.
    const either = [id, note.slug]
    const feeds = ['/feed.xml', '/atom.xml', '/feed.json']
    const withText = [`/note/${id}`, `/note/${id}.md`, ...feeds]
    const withTitle = [...withText, `/note/${older}`, `/note/${newer}`, '/myblog', '/llms.txt']
    const own = [`/note/${id}`, '/sitemap.xml']
    // Published once more it is the newest, and next to the older one no more.
    const asNewest = withTitle.filter((at) => at !== `/note/${older}`)
    const untouched = ['/projects', '/about', '/search/rust']
    const all = [...new Set([...withTitle, ...own])]
    // Twice: what is rendered while the notes above are made known is not kept.
    await Promise.all([...all, ...untouched].map(page))
    await Promise.all(untouched.map(page))
    const before = await renderings(untouched)
    const changes: Array<
      [write: () => Promise<{ status: number }>, paths: string[], words: string | string[], isShown?: false]
    > = [
      [() => put(id, { description: '<p>Turn 1.</p>' }), withText, 'Turn 1.'],
      [() => put(id, { title: 'Turn 2.' }), withTitle, 'Turn 2.'],
      [() => put(id, { about: 'Turn 3.' }), [`/note/${id}`, '/myblog', '/llms.txt', ...feeds], 'Turn 3.'],
      [() => put(id, { status: 'draft' }), [...withTitle, ...own], either, false],
      [() => put(id, { status: 'published' }), [...asNewest, ...own], either],
      [() => put(id, { publishAt: '2020-02-02T00:00:00.000Z' }), [`/note/${id}`, `/note/${id}.md`], '2020-02-02'],
      [() => put(id, { publishAt: new Date().toISOString() }), asNewest, either],
      [() => admin.client.delete(`/api/note/${id}`), [...withTitle, ...own], either, false],
      [() => admin.client.post('/api/note/trash', { ids: [id], action: 'restore' }), [...asNewest, ...own], either],
    ]
    for (const [write, paths, words, isShown = true] of changes) {
      expect((await write()).status).toBe(200)
      for (const at of paths) {
        // A missing page repeats its address.
        if (!isShown && at.includes(id)) expect((await fetch(site.baseUrl + at)).status, at).toBe(404)
        else {
          const text = await page(at)
          const isThere = [words].flat().some((word) => text.includes(word))
          expect(isThere, `${at} with ${words}`).toBe(isShown)
        }
      }
      await Promise.all(all.map(page))
    }
    expect(await renderings(untouched)).toEqual(before)
  })

  test('are those that show projects, at once after each change of one', async ({ admin }) => {
    await dropAll(admin.client)
    const id = await makePost(admin.client, { title: 'Turn 0.', tech: 'Turnery' })
    const put = (fields: Record<string, string>) => admin.client.form('PUT', `/api/post/${id}`, fields)
    const feeds = ['/projects/feed.xml', '/projects/atom.xml', '/projects/feed.json']
    const pages = [
      '/',
      '/projects',
      '/projects/index',
      `/post/${id}`,
      `/post/${id}.md`,
      '/search/turnery',
      '/llms.txt',
      ...feeds,
    ]
    const untouched = [path, '/myblog', '/about', `/profile/${admin.id}`]
    await Promise.all([...pages, '/search/lathes', '/sitemap.xml'].map(page))
    const before = await renderings(untouched)
    expect((await put({ title: 'Turn 1.' })).status).toBe(200)
    for (const at of pages) expect(await page(at), at).toContain('Turn 1.')
    expect((await put({ tech: 'Lathes' })).status).toBe(200)
    expect(await page('/search/lathes')).toContain('Turn 1.')
    expect(await page('/search/turnery')).not.toContain('Turn 1.')
    expect((await admin.client.delete(`/api/post/${id}`)).status).toBe(200)
    for (const at of ['/', '/projects', '/search/lathes', '/llms.txt', '/sitemap.xml', ...feeds]) {
      expect(await page(at), at).not.toContain(id)
    }
    expect((await fetch(`${site.baseUrl}/post/${id}`)).status).toBe(404)
    expect(await renderings(untouched)).toEqual(before)
  })

  test('are those of all parts of a series, at once after each change of one', async ({ admin }) => {
    const make = (title: string, fields = {}) =>
      makeNote(admin.client, { title, ...fields }).then(({ _id }) => ({ id: _id, path: `/note/${_id}`, title }))
    const put = async (id: string, fields: object) =>
      expect((await admin.client.put(`/api/note/${id}`, fields)).status).toBe(200)
    const first = await make('Heat it.', { series: 'Brewing Tea' })
    expect(await page(first.path)).not.toContain('Part 1')
    const third = await make('Pour it.', { series: ' brewing  TEA' })
    const second = await make('Wait.', { series: 'Brewing tea', status: 'draft' })
    /** Of its page: which part it is, and what is listed. */
    const shown = async ({ path }: { path: string }) => {
      const { document } = new JSDOM(await page(path)).window
      const list = document.querySelector('[aria-labelledby=series]')
      return [
        document.querySelector('[href="#series"]')?.textContent,
        ...[...(list?.querySelectorAll('li') ?? [])].map(
          (item) => item.textContent + (item.querySelector('a')?.getAttribute('href') ?? ''),
        ),
      ]
    }
    const pair = ['1 · This partHeat it.', `2 · Next partPour it.${third.path}`]
    expect(await shown(first)).toEqual(['Part 1 of 2 of Brewing Tea', ...pair])
    await put(second.id, { status: 'published' })
    expect(await shown(first)).toEqual(['Part 1 of 3 of Brewing Tea', ...pair, `3Wait.${second.path}`])
    await put(second.id, { title: 'Steep it.' })
    const before = [`1Heat it.${first.path}`, `2 · Previous partPour it.${third.path}`]
    expect(await shown(second)).toEqual(['Part 3 of 3 of Brewing tea', ...before, '3 · This partSteep it.'])
    expect((await shown(third)).at(-1)).toBe(`3 · Next partSteep it.${second.path}`)
    expect((await admin.client.delete(`/api/note/${third.id}`)).status).toBe(200)
    expect((await shown(second))[0]).toBe('Part 2 of 2 of Brewing tea')
    await put(second.id, { series: '' })
    expect(await shown(first)).toEqual([undefined])
  })

  test('is that of a note with related ones that are chosen, which it names first, at once after each change', async ({
    admin,
  }) => {
    const make = (title: string, fields = {}) => makeNote(admin.client, { title, ...fields })
    const put = async ({ _id }: { _id: string }, fields: object) =>
      expect((await admin.client.put(`/api/note/${_id}`, fields)).status).toBe(200)
    const own = await make('Choosing tea.')
    const [kettle, pot] = [await make('A kettle.'), await make('A pot.')]
    const cup = await make('A cup.', { status: 'draft' })
    for (const title of ['A spoon.', 'A saucer.', 'A tray.']) await make(title)
    const named = async () => {
      const { document } = new JSDOM(await page(`/note/${own._id}`)).window
      return [...document.querySelectorAll('[aria-labelledby=related] a')].map((link) => link.textContent)
    }
    expect(await named()).toHaveLength(3)
    const chosen = [pot.slug, kettle._id, cup._id, own._id].join('\n')
    await put(own, { related: chosen })
    const [pots, kettles, ...found] = await named()
    expect([pots, kettles]).toEqual(['A pot.', 'A kettle.'])
    expect(found).toHaveLength(1)
    await put(cup, { status: 'published' })
    expect(await named()).toEqual(['A pot.', 'A kettle.', 'A cup.'])
    await put(pot, { title: 'A teapot.', slug: `teapot-${pot._id}` })
    expect(await named()).toEqual(['A teapot.', 'A kettle.', 'A cup.'])
    expect((await admin.client.delete(`/api/note/${kettle._id}`)).status).toBe(200)
    const left = await named()
    expect(left).toEqual(['A teapot.', 'A cup.', left[2]])
    expect(new Set(left).size).toBe(3)
  })

  test('are all when the profile is the site’s own, and when settings were changed', async ({
    admin,
    database,
    newPerson,
  }) => {
    const person = await newPerson()
    const [before] = await database.rows<{ ownerId: string; aboutProfileId: string }>(
      'SELECT "ownerId", "aboutProfileId" FROM "SiteSettings"',
    )
    try {
      for (const column of ['ownerId', 'aboutProfileId']) {
        await database.change(1, `UPDATE "SiteSettings" SET "${column}" = $1`, [person.id])
        await arm(database)
        const saved = await person.client.put(`/api/user/profile/${person.id}`, { about: `<p>${column}</p>` })
        expect(saved.status).toBe(200)
        expect(await page(path)).toContain('Rendered anew')
      }
      expect(await page('/about')).toContain('<p>aboutProfileId</p>')
    } finally {
      await database.change(1, 'UPDATE "SiteSettings" SET "ownerId" = $1, "aboutProfileId" = $2', [
        before?.ownerId,
        before?.aboutProfileId,
      ])
    }
    await arm(database)
    await dropAll(admin.client)
    expect(await page(path)).toContain('Rendered anew')
  })
})

/** What visitors are shown at an address, without what differs from rendering to rendering. */
async function shownAt(client: ApiClient, path: string): Promise<string> {
  // An admin waits for no render allowance.
  const answer = await fetch(site.baseUrl + path, { headers: { cookie: client.cookieHeader() } })
  const text = await answer.text()
  const nonce = /'nonce-(.+?)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
  const page = nonce ? text.replaceAll(nonce, '') : text
  // React's data, which repeats the page, may be split elsewhere; its scripts, style sheets and preloads come in the
  // order in which its components were ready.
  return `${answer.status} ${page
    .replace(/<script[^>]*>self\.__next_f\.push\(.*?<\/script>/gs, '')
    .replace(/<script src="[^"]*" async=""[^>]*><\/script>/g, '')
    .replace(/<link rel="preload"[^>]*>/g, '')
    .replace(/<style data-precedence=.*?<\/style>/gs, '')}`
}

test('after every write all addresses show what a new rendering shows', async ({ admin, database, newPerson }) => {
  const { client } = admin
  const person = await newPerson()
  const rowOf = async (table: string, where = 'true') => {
    const [row] = await database.rows<Record<string, string>>(`SELECT * FROM "${table}" WHERE ${where} LIMIT 1`)
    if (!row) throw new Error(`The sample has no such row in ${table}.`)
    return row
  }
  const settings = await rowOf('SiteSettings')
  const owner = await rowOf('User', `"id" = '${settings.ownerId}'`)
  const isOld = `"publishedAt" <= now() AND "deletedAt" IS NULL ORDER BY "publishedAt"`
  const oldestPost = (await rowOf('Post', isOld)).id
  const otherNote = (await makeNote(client, { title: 'On tea leaves' }))._id
  const otherPost = await makePost(client, { title: 'A kettle' })
  // Technologies of its own: merged, they lead elsewhere from then on.
  const note = (await makeNote(client, { title: 'On tea pots', tech: 'Spout-making, Lids' }))._id
  const post = await makePost(client, { title: 'A sieve' })

  const own = await makePage(client, { title: 'On kettles', slug: 'on-kettles' })
  const otherOwn = (await makePage(client, { title: 'On water', footer: '5' }))._id

  const addresses = [
    ...['/on-kettles', '/on-kettles.md', '/', '/about', '/cv', '/cv.json', '/projects', '/myblog', '/search/lathes'],
    ...['/feed.xml', '/projects/feed.xml', '/sitemap.xml', '/llms.txt'],
    ...[person.id, owner.id].map((id) => `/profile/${id}`),
    ...[note, otherNote, `${note}.md`].map((id) => `/note/${id}`),
    ...[post, otherPost, oldestPost, `${post}.md`].map((id) => `/post/${id}`),
  ]
  const readAll = () => Promise.all(addresses.map((path) => shownAt(client, path)))
  // As `readAll`, which an admin waits for no allowance for.
  const renderingsOf = (paths: string[]) => renderings(paths, { cookie: client.cookieHeader() })
  /** Which the next reader would receive as well. */
  const cachedRenderings = async (paths: string[]) => {
    let last = await renderingsOf(paths)
    const isCached = async () => {
      const before = last
      last = await renderingsOf(paths)
      return isDeepStrictEqual(last, before)
    }
    await expect.poll(isCached, { intervals: [10] }).toBe(true)
    return last
  }
  /** Makes the site render every page anew: also one that shows no row. */
  const dropAll = async () => {
    const [before] = await renderingsOf(['/about'])
    await database.change(1, 'UPDATE "SiteSettings" SET "version" = "version"')
    await expect.poll(async () => (await renderingsOf(['/about']))[0], { intervals: [10] }).not.toBe(before)
  }

  type Write = () => Promise<ApiAnswer>
  const putNote = (fields: object) => () => client.put(`/api/note/${note}`, fields)
  const newNote = (fields: object) => () => client.post('/api/note/new', { ...NOTE_FIELDS, ...fields })
  const putPage = (fields: object) => () => client.put(`/api/page/${own._id}`, fields)
  const newPage = (fields: object) => () => client.post('/api/page/new', { ...PAGE_FIELDS, ...fields })
  const putPost = (fields: FormFields) => () => client.form('PUT', `/api/post/${post}`, fields)
  const newPost = (fields: FormFields) => () => client.form('POST', '/api/post/new', { ...POST_FIELDS, ...fields })
  const putProfile = (id: string | undefined, fields: object) => () => client.put(`/api/user/profile/${id}`, fields)
  const putSettings = (fields: object) => () => client.put('/api/settings', fields)
  const trash = (kind: 'note' | 'post' | 'page', id: string, action: string) => () =>
    client.post(`/api/${kind}/trash`, { ids: [id], action })
  const members = (action: string) => () => client.post('/api/user/members', { ids: [person.id], action })
  const soon = () => new Date(Date.now() + 3_600_000).toISOString()
  const pictureOf = async (id: string) => {
    const [picture] = (await readPost(client, id)).image
    return { id: picture?._id, alt: picture?.alt }
  }
  const pinnedPosts = async () => {
    const pinned = '"isPinned" AND "deletedAt" IS NULL ORDER BY "pinPosition", "listedAt" DESC'
    return (await database.rows<{ id: string }>(`SELECT "id" FROM "Post" WHERE ${pinned}`)).map(({ id }) => id)
  }
  let made = ''
  const making = (write: Write) => async () => {
    const answer = await write()
    made = (answer.json() as { _id: string })._id
    return answer
  }

  type Call = keyof typeof WRITES
  /**
   * What some pages show. Calls whose pages hardly overlap are compared together. Only the first write of a round finds
   * every address cached: it is the one that concerns most, or that no other test of this file holds.
   */
  const writes: Array<[calls: Call[], rounds: Write[][]]> = [
    [
      ['POST /api/note/new', 'POST /api/page/new', 'POST /api/preview/new'],
      [
        [
          newNote({ publishAt: soon() }),
          newNote({ title: 'On new tea' }),
          newPage({ title: 'On new kettles' }),
          making(() => client.post('/api/preview/new', { kind: 'post', id: post })),
        ],
      ],
    ],
    [
      ['PUT /api/note/:id', 'PUT /api/page/:id', 'DELETE /api/preview/:id'],
      [
        [putPage({ status: 'draft' }), putNote({ status: 'draft' })],
        [putPage({ status: 'published' }), putNote({ status: 'published' })],
        [putPage({ robots: 'noindex' }), putNote({ title: 'On tea pots and more' })],
        [putNote({ about: 'Why they are round' }), () => client.delete(`/api/preview/${made}`)],
        [putNote({ description: `<p>As in <a href="/post/${otherPost}">this</a>.</p>` })],
        [
          putPage({ description: '<p>They whistle.</p>' }),
          putNote({ description: '<p><img src="https://example.org/tea.png" alt="Tea"></p>' }),
        ],
      ],
    ],
    [
      ['DELETE /api/note/:id', 'DELETE /api/page/:id'],
      [[() => client.delete(`/api/note/${note}`), () => client.delete(`/api/page/${own._id}`)]],
    ],
    [
      ['POST /api/note/trash', 'POST /api/page/trash'],
      [
        [trash('note', note, 'restore'), trash('page', own._id, 'restore')],
        [trash('note', otherNote, 'trash'), trash('page', otherOwn, 'trash')],
        [trash('note', otherNote, 'purge'), trash('page', otherOwn, 'purge')],
      ],
    ],
    [
      ['POST /api/post/new', 'POST /api/media/new', 'POST /api/user/members'],
      [
        [
          newPost({ publishAt: soon() }),
          newPost({ title: 'A new sieve' }),
          making(async () => client.form('POST', '/api/media/new', { image: { file: await png() } })),
          ...['promote', 'demote', 'end-sessions'].map(members),
        ],
      ],
    ],
    [
      ['PUT /api/post/:id', 'PUT /api/user/profile/:id'],
      [
        [
          putPost({
            started: '2020',
            ended: 'ongoing',
            licence: 'MIT',
            links: '[{"label":"Talk","url":"https://a.example/"}]',
          }),
          putPost({ tech: 'Lathes' }),
          putProfile(person.id, { name: 'Changed' }),
        ],
        [putPost({ description: 'It lets no leaf through.' }), putPost({ title: 'A finer sieve' })],
        [putPost({ story: '<h2>Result</h2><p>Not a leaf.</p>' }), putProfile(person.id, { about: '<p>Changed</p>' })],
      ],
    ],
    [
      ['PUT /api/media'],
      [
        [async () => putPost({ image: { file: await png() }, alt: 'A sieve' })()],
        [async () => client.put('/api/media', { pictures: [{ ...(await pictureOf(post)), alt: 'The finest sieve' }] })],
      ],
    ],
    [
      ['PUT /api/media/:id'],
      [
        [
          async () => {
            const image = { file: await png({ width: 80, height: 60 }) }
            return client.form('PUT', `/api/media/${(await pictureOf(post)).id}`, { image })
          },
        ],
      ],
    ],
    [
      ['PUT /api/post/order'],
      [
        [putPost({ isPinned: 'true' }), () => client.form('PUT', `/api/post/${otherPost}`, { isPinned: 'true' })],
        [async () => client.put('/api/post/order', { ids: (await pinnedPosts()).reverse() })],
      ],
    ],
    [['DELETE /api/post/:id'], [[() => client.delete(`/api/post/${post}`)]]],
    [
      ['POST /api/post/trash'],
      [
        [trash('post', post, 'restore')],
        [trash('post', otherPost, 'trash')],
        [trash('post', otherPost, 'purge'), members('delete')],
      ],
    ],
  ]
  /** Each drops these pages: a comparison after all of them would show what the last left old. */
  const dropped: Array<[call: Call, paths: string[], variants: Write[]]> = [
    [
      'PUT /api/note/:id',
      ['/', '/myblog'],
      [
        putNote({ publishAt: '2020-02-02T00:00:00.000Z' }),
        putNote({ publishAt: soon() }),
        putNote({ publishAt: new Date().toISOString() }),
      ],
    ],
    ['PUT /api/page/:id', ['/on-kettles'], [putPage({ title: 'On all kettles' })]],
    [
      'PUT /api/post/:id',
      ['/', '/projects', `/post/${oldestPost}`],
      [
        putPost({ status: 'draft' }),
        putPost({ status: 'published' }),
        putPost({ publishAt: soon() }),
        putPost({ publishAt: '2020-02-02T00:00:00.000Z' }),
        putPost({ alt: 'The finer sieve' }),
        async () => putPost({ pictures: JSON.stringify([{ ...(await pictureOf(post)), caption: 'From above' }]) })(),
        putPost({ removeImage: '1' }),
        async () => putPost({ image: { file: await png() }, alt: 'A sieve' })(),
      ],
    ],
    // What these change may be on every page, also on one that shows no row.
    ['POST /api/page/new', ['/about'], [newPage({ title: 'On cups', footer: '7' })]],
    ['PUT /api/page/:id', ['/about'], [putPage({ footer: '3' })]],
    [
      'PUT /api/technology/:id',
      ['/about'],
      [
        () => client.put('/api/technology/spout-making', { text: 'Pours.' }),
        () => client.put('/api/technology/spout-making', { name: 'Spouts' }),
      ],
    ],
    [
      'POST /api/technology/merge',
      ['/about'],
      [() => client.post('/api/technology/merge', { slugs: ['spouts'], into: 'lids' })],
    ],
    [
      'PUT /api/user/profile/:id',
      ['/about'],
      [putProfile(owner.id, { about: '<p>Changed</p>' }), putProfile(owner.id, { name: 'Changed' })],
    ],
    [
      'PUT /api/settings',
      ['/about'],
      [
        () => client.put('/api/settings', { avatarId: made }),
        putSettings({ avatarAlt: 'Changed', ownerName: 'Changed again', showEmail: true }),
        putSettings({ avatarId: null, profileLinks: [{ label: '', url: 'https://example.org/' }] }),
        putSettings({ aboutProfileId: admin.id }),
      ],
    ],
    [
      'PUT /api/cv',
      ['/about'],
      [
        () => client.put('/api/cv', { document: { basics: { name: 'Ada', phone: '1' } } }),
        () => client.put('/api/cv', { showPhone: true }),
        () => client.put('/api/cv', { document: null, showPhone: false }),
      ],
    ],
  ]
  // What these change is shown nowhere.
  const silent: Call[] = [
    'POST /api/media/copy',
    'POST /api/redirect',
    'DELETE /api/redirect/:id',
    'POST /api/media',
    'POST /api/user/second-factor',
    'DELETE /api/user/sessions/:id',
    'DELETE /api/user/sessions',
  ]
  const shown = [...writes.flatMap(([calls]) => calls), ...dropped.map(([call]) => call)]
  expect(new Set([...shown, ...silent])).toEqual(new Set(Object.keys(WRITES)))
  const make = async (write: Write, calls: string) => {
    const answer = await write()
    expect([200, 201], `${calls}: ${answer.text}`).toContain(answer.status)
  }

  try {
    // All that home can show.
    const homeSections = ['projects', 'competencies', 'contact', 'notes']
    expect((await putSettings({ homeSections })()).status).toBe(200)
    await readAll()
    for (const [calls, rounds] of writes) {
      let after: string[] = []
      for (const round of rounds) {
        for (const write of round) await make(write, calls.join(' and '))
        after = await readAll()
      }
      await dropAll()
      for (const [at, fresh] of (await readAll()).entries())
        expect(after[at], `${addresses[at]} after ${calls.join(' and ')}`).toBe(fresh)
    }
    for (const [call, paths, variants] of dropped) {
      for (const [number, write] of variants.entries()) {
        const before = await cachedRenderings(paths)
        await make(write, call)
        for (const [index, rendering] of (await renderingsOf(paths)).entries())
          expect(rendering, `${paths[index]} after ${call} ${number}`).not.toBe(before[index])
      }
    }
  } finally {
    await database.restore('User', owner)
    await database.restore('SiteSettings', settings)
  }
})

/** By their names, which change with them. */
const scripts = new Map<string, string>()

/** The texts of all scripts that a page names, those it loads later included. */
async function scriptsOf(client: ApiClient, path: string): Promise<string[]> {
  const { text, status } = await client.get(path)
  expect(status, path).toBe(200)
  const names = [...new Set(text.match(/static\/chunks\/[\w.~-]+\.js/g))]
  expect(names.length, path).toBeGreaterThan(3)
  for (const name of names) {
    if (scripts.has(name)) continue
    const answer = await fetch(`${site.baseUrl}/_next/${name}`)
    expect(answer.status, name).toBe(200)
    scripts.set(name, await answer.text())
  }
  return names.map((name) => scripts.get(name) ?? '')
}

test('visitors load no zod, and whoever writes only the part of it that reads answers', async ({ admin, visitor }) => {
  const [post, note] = [await makePost(admin.client), (await makeNote(admin.client))._id]
  const open = ['/', '/projects', '/search/rust', `/post/${post}`, '/myblog', `/note/${note}`, '/about', '/signin']
  // Every schema has a property of this name, whatever else of it is shortened.
  for (const path of [...open, '/signup', `/profile/${admin.id}`]) {
    expect(
      (await scriptsOf(visitor, path)).some((script) => /\b_zod\b/.test(script)),
      path,
    ).toBe(false)
  }
  for (const path of [
    '/new-note',
    '/new',
    '/user/update',
    '/user/security',
    '/settings',
    '/welcome?step=name',
    '/adminpanel-notes',
    '/adminpanel-members',
  ]) {
    const texts = await scriptsOf(admin.client, path)
    expect(
      texts.some((script) => /\b_zod\b/.test(script)),
      path,
    ).toBe(true)
    // It makes code from text, which our policy refuses and reports.
    expect(
      texts.some((script) => script.includes('ZodObjectJIT')),
      path,
    ).toBe(false)
  }
})

test('the icon is the owner’s, at addresses that change with it, and at those where programs look for one', async ({
  admin,
  visitor,
}) => {
  const settings = async (fields: Record<string, unknown>) =>
    expect((await admin.client.put('/api/settings', fields)).status).toBe(200)
  const linked = async (path: string, rel: string) => {
    const { document } = new JSDOM(await page(path)).window
    return document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? ''
  }
  try {
    const before = await linked('/', 'icon')
    const blue = await visitor.get(before)
    expect([blue.status, blue.headers['content-type']]).toEqual([200, 'image/png'])
    expect(blue.headers['cache-control']).toContain('immutable')
    expect((await visitor.get(before, { 'if-none-match': String(blue.headers.etag) })).status).toBe(304)

    await settings({ accent: '#14693f' })
    const after = await linked('/', 'icon')
    expect(after).not.toBe(before)
    const green = await visitor.get(after)
    expect(green.bytes.equals(blue.bytes)).toBe(false)
    const late = await visitor.get(before)
    expect(late.bytes.equals(green.bytes)).toBe(true)
    expect(late.headers['cache-control']).not.toContain('immutable')

    expect(await linked('/nothing-here', 'icon')).toBe(after)
    expect((await visitor.get('/favicon.ico')).headers['content-type']).toBe('image/x-icon')
    const touch = await visitor.get('/apple-touch-icon.png')
    expect(touch.bytes.equals((await visitor.get(await linked('/', 'apple-touch-icon'))).bytes)).toBe(true)

    const manifest = await visitor.get(await linked('/about', 'manifest'))
    expect(manifest.headers['content-type']).toBe('application/manifest+json')
    const { name, icons } = manifest.json() as { name: string; icons: { src: string }[] }
    expect(await page('/')).toContain(name)
    for (const { src } of icons) expect((await visitor.get(src)).status, src).toBe(200)
    expect((await visitor.get('/icon.svg')).headers['content-type']).toBe('image/svg+xml')
    for (const path of ['/icon/current/nothing.png', '/icon/x/96.png'])
      expect((await visitor.get(path)).status).toBe(404)
  } finally {
    await settings({ accent: '' })
  }
})
