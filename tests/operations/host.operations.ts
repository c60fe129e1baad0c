import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { test as base, expect } from '@playwright/test'
import { PUBLIC_PAGES } from '@/lib/routes/public-pages'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { ApiClient, METADATA_MAX_BYTES, metadataBytes, repeatedHeaders } from '../support/api-client'
import { newAccount, signIn } from '../support/api-test'
import { makeNote, makePost, NOTE_FIELDS } from '../support/content'
import { TestDatabase } from '../support/database'
import { Host, type HostAnswer } from '../support/host'
import { settings } from '../support/instances'
import { OwnSite } from '../support/own-site'
import { png } from '../support/pictures'
import { ADMIN } from '../support/site'
import { SlowProxy } from '../support/slow-proxy'
import { startUploadThingStandIn } from '../support/uploadthing-stand-in'

// The way of a serverless host: what its build does last (`npm run set-up -- --in-build`, vercel.json), and its functions
// behind a cache that is told what to forget.

const COMPLETE = {
  DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/none',
  AUTH_SECRET: 'a secret only for tests, long enough for it',
  UPLOADTHING_TOKEN: 'a token only for tests',
  CRON_SECRET: 'a secret only for tests',
}

type OnHost = {
  host: Host
  /** The way of the functions to their database. */
  link: SlowProxy
  databaseUrl: string
  pictures: Awaited<ReturnType<typeof startUploadThingStandIn>>
  admin: ApiClient
  owner: string
}

const test = base.extend<object, { onHost: OnHost }>({
  /** Two functions of a host, with an owner and no sample. */
  onHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const undo: Array<() => Promise<unknown>> = []
      try {
        const database = await startTemporaryDatabase()
        undo.push(database.remove)
        const pictures = await startUploadThingStandIn()
        undo.push(pictures.close)
        const link = await SlowProxy.before(database.url)
        undo.push(() => link.close())
        const own = {
          ...COMPLETE,
          ...pictures.env,
          DATABASE_URL: database.url,
          ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SEED_DEMO: '0' },
          // One test waits until they are over.
          DEADLINE_FACTOR: '4',
        }
        const built = spawnSync(process.execPath, [COMMAND_RUNNER, 'set-up', '--in-build'], {
          ...{ cwd: ROOT, encoding: 'utf8' },
          env: { ...settings(own), VERCEL_ENV: 'production' },
        })
        expect(built.status, built.stderr).toBe(0)
        const host = await Host.start((url) => ({ ...own, DATABASE_URL: link.url, SITE_URL: url }))
        undo.push(() => host.stop())
        const admin = new ApiClient(host.url)
        const owner = await signIn(admin, ADMIN)
        await use({ host, link, databaseUrl: database.url, pictures, admin, owner })
      } finally {
        for (const step of undo.reverse()) await step()
      }
    },
    { scope: 'worker' },
  ],
})

// The builds run beside the tests of the functions, which share one host.
test.describe.configure({ mode: 'parallel' })

async function build(environment: string, settings: Record<string, string>) {
  const site = await OwnSite.make()
  try {
    const { ended, output } = site.run('set-up', ['--in-build'], { settings: { ...settings, VERCEL_ENV: environment } })
    return { code: (await ended).code, output: output() }
  } finally {
    await site.remove()
  }
}

test('a build for production names every setting that is missing, and fails', async () => {
  const { code, output } = await build('production', {})
  expect(output).toContain('which are missing: DATABASE_URL, AUTH_SECRET, UPLOADTHING_TOKEN, CRON_SECRET\n')
  expect(code).toBe(1)
  for (const name of Object.keys(COMPLETE)) {
    const one = await build('production', { ...COMPLETE, [name]: ' ' })
    expect(one.output).toContain(`which are missing: ${name}\n`)
    expect(one.code).toBe(1)
  }
})

test('a build for production with all of them goes to its database', async () => {
  const { code, output } = await build('production', COMPLETE)
  expect(output).toContain('Nothing answers at 127.0.0.1, port 1.')
  expect(code).toBe(1)
})

test('a preview builds without them, and leaves the database alone', async () => {
  for (const settings of [{}, COMPLETE]) {
    const { code, output } = await build('preview', settings)
    expect(output).toContain('The database is left as it is')
    expect(code).toBe(0)
  }
})

type Ids = { note: string; post: string; member: string }

/** The addresses of what the tests write: before and after, and the one that follows. */
const SLUGS = ['/note/a-note', '/post/a-project', '/note/another-address', '/note/a-note.md', '/led', '/gone/at/all']

/** An address of each public page, the readable ones, one that is no page, and the search over everything. */
const addresses = ({ note, post, member }: Ids) => {
  const ids: Record<string, string> = { note, post, profile: member, sitemap: '1' }
  const retained = Object.values(PUBLIC_PAGES).filter((page) => 'cache' in page)
  const filled = retained.map(({ path }) =>
    path.replace(/(?<=^\/(\w+)\/):\w+/, (_, kind: string) => ids[kind] ?? 'tea'),
  )
  return [...filled, ...SLUGS, '/find?q=tea', '/nowhere']
}

type Write = {
  what: string
  write: (client: ApiClient, ids: Ids) => Promise<{ status: number }>
  /** A word that pages have from then on, and some of these pages. */
  word?: string
  on?: (ids: Ids) => string[]
}

const NEW = { description: '<p>Tea.</p>', repo: '', link: '' }

const WRITES: Write[] = [
  {
    what: 'a changed note',
    write: (client, { note }) => client.put(`/api/note/${note}`, { title: 'Renamed note', about: 'On tea' }),
    word: 'Renamed note',
    on: ({ note }) => ['/myblog', `/note/${note}`, `/note/${note}.md`, '/feed.xml', '/llms.txt', '/api/note'],
  },
  {
    what: 'a changed project',
    write: (client, { post }) => client.form('PUT', `/api/post/${post}`, { title: 'Renamed project' }),
    word: 'Renamed project',
    on: ({ post }) => [
      '/',
      '/projects',
      '/search/tea',
      `/post/${post}`,
      '/projects/feed.xml',
      '/llms.txt',
      '/api/post',
    ],
  },
  {
    what: 'another project',
    write: (client) => client.form('POST', '/api/post/new', { ...NEW, title: 'Another project', tech: 'tea' }),
    word: 'Another project',
    on: () => ['/', '/projects', '/search/tea', '/projects/feed.xml', '/api/post'],
  },
  {
    what: 'another note',
    write: (client) => client.post('/api/note/new', { ...NEW, title: 'Another note', about: 'On tea' }),
    word: 'Another note',
    on: () => ['/myblog', '/feed.xml', '/api/note'],
  },
  {
    what: 'a changed profile',
    write: (client, { member }) => client.put(`/api/user/profile/${member}`, { name: 'Renamed person' }),
    word: 'Renamed person',
    on: ({ member }) => [`/profile/${member}`],
  },
  {
    what: 'changed settings',
    write: (client) => client.put('/api/settings', { ownerName: 'Renamed owner' }),
    word: 'Renamed owner',
    on: ({ note }) => ['/', '/projects', '/myblog', '/about', `/note/${note}`, '/feed.xml', '/llms.txt', '/nowhere'],
  },
  {
    what: 'another address',
    write: (client, { note }) => client.put(`/api/note/${note}`, { slug: 'another-address' }),
    word: 'Renamed note',
    on: () => ['/note/another-address'],
  },
  { what: 'an unpublished note', write: (client, { note }) => client.put(`/api/note/${note}`, { status: 'draft' }) },
  { what: 'a published note', write: (client, { note }) => client.put(`/api/note/${note}`, { status: 'published' }) },
  { what: 'a note in the trash', write: (client, { note }) => client.delete(`/api/note/${note}`) },
  {
    what: 'a note out of the trash',
    write: (client, { note }) => client.post('/api/note/trash', { ids: [note], action: 'restore' }),
  },
  { what: 'a deleted project', write: (client, { post }) => client.delete(`/api/post/${post}`) },
  { what: 'a redirect', write: (client) => client.post('/api/redirect', { source: '/led', target: '/about' }) },
  { what: 'a gone address', write: (client) => client.post('/api/redirect', { source: '/gone/*', target: null }) },
]

/** How a browser's router asks for a page, and for a segment ahead. */
const DATA: Record<string, string>[] = [
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
]

const textOf = ({ body }: HostAnswer) => body.toString()

/** Without what comes in another order each time: scripts with the page's data, what is loaded ahead or waited for. */
const shownBy = (answer: HostAnswer) =>
  textOf(answer).replace(
    /<script\b.*?<\/script>|<style\b.*?<\/style>|<link rel="(?:preload|expect)"[^>]*>|<!--.*?-->/gs,
    '',
  )

test.describe('two functions of a serverless host', () => {
  test.describe.configure({ mode: 'default' })

  test('every public page is new at the next request on both, whatever was written', async ({
    onHost: { host, admin, owner },
  }) => {
    const { _id: note } = await makeNote(admin, { title: 'A note', about: 'On tea' })
    const post = await makePost(admin, { title: 'A project', tech: 'tea' })
    const ids = { note, post, member: owner }
    for (const at of ['/', '/projects', `/note/${note}`]) {
      await host.get(at)
      expect((await host.get(at)).isCached, `${at} is kept`).toBe(true)
    }
    // From then on each address is kept that may be: every turn asks for all of them.
    for (const at of addresses(ids)) await host.get(at)
    for (const { what, write, word = '', on } of WRITES) {
      expect((await write(admin, ids)).status, what).toBeLessThan(300)
      for (const at of addresses(ids)) {
        const shown = await host.get(at)
        for (const rendered of await host.renderOnAll(at, {}, shown)) {
          const isAt = ({ status, headers }: HostAnswer) => [status, headers.location]
          expect(isAt(rendered), `${at} after ${what}`).toEqual(isAt(shown))
          expect(shownBy(rendered), `${at} after ${what}`).toBe(shownBy(shown))
        }
        if (on?.(ids).includes(at)) expect(textOf(shown), `${at} after ${what}`).toContain(word)
      }
    }
  })

  test('a write whose answer is lost is on its pages all the same', async ({ onHost: { host, link, admin } }) => {
    const { _id: note } = await makeNote(admin, { title: 'Before' })
    for (const at of ['/myblog', `/note/${note}`]) expect(textOf(await host.get(at))).toContain('Before')
    link.setState('commits unanswered')
    const { status } = await admin.put(`/api/note/${note}`, { title: 'Committed' })
    link.setState('open')
    expect(status).toBe(503)
    for (const at of ['/myblog', `/note/${note}`]) expect(textOf(await host.get(at))).toContain('Committed')
  })

  test('what is scheduled is public within a minute of its time, without a write', async ({
    onHost: { host, admin },
  }) => {
    // Loaded by then: on a busy machine that takes seconds.
    await host.get('/myblog')
    const publishAt = Date.now() + 6_000
    const fields = { title: 'In its own time', publishAt: new Date(publishAt).toISOString() }
    const { _id: note } = await makeNote(admin, fields)
    for (const at of ['/myblog', `/note/${note}`]) {
      const isShown = textOf(await host.get(at)).includes(fields.title)
      // On a busy machine its time may have come already.
      if (isShown) expect(Date.now()).toBeGreaterThanOrEqual(publishAt)
    }
    await expect.poll(async () => (await admin.copy().get(`/api/note?limit=100`)).text).toContain('In its own time')
    host.now += 60
    for (const at of ['/myblog', `/note/${note}`]) expect(textOf(await host.get(at))).toContain('In its own time')
  })

  test('every page answers the router of a browser with data, whole and by segments', async ({
    onHost: { host, admin },
  }) => {
    const { _id: note } = await makeNote(admin)
    const post = await makePost(admin)
    const paths = ['/', '/projects', '/myblog', '/about', '/search/tea', `/note/${note}`, `/post/${post}`, '/nowhere']
    for (const at of [...paths, '/projects/page/2', '/signin', '/nowhere/else']) {
      const page = await host.get(at)
      for (const headers of DATA) {
        const data = await host.get(at, headers)
        expect([data.headers['content-type'], data.status], at).toEqual(['text/x-component', page.status])
      }
    }
  })

  test('one value in each header, and a redirect is one address and nothing else', async ({
    onHost: { host, admin },
  }) => {
    const { _id: note, slug } = await makeNote(admin, { title: 'Moved', tech: 'Porcelain' })
    await admin.put(`/api/note/${note}`, { slug: 'moved-on' })
    await admin.post('/api/redirect', { source: '/left/*', target: '/about' })
    const leads: Record<string, string[]> = {
      '/note/moved-on': [
        `/note/${slug}`,
        '/note/MOVED-ON',
        '/note/moved-on).',
        '/note/moved-on.html',
        '/Note/moved-on/index.html',
      ],
      '/note/moved-on.md': [`/note/${slug}.md`],
      '/tech/porcelain': ['/tech/Porcelain', '/tech/porcelain.'],
      '/about': ['/About', '/about.html', '/left/behind'],
      '/feed.xml': ['/feed', '/rss.xml'],
      '/user/update': ['/.well-known/change-password'],
    }
    for (const [address, paths] of Object.entries(leads)) {
      for (const path of paths) {
        for (const headers of [{}, ...DATA]) {
          for (const answer of await host.renderOnAll(path, headers)) {
            expect([path, answer.status, answer.headers.location, repeatedHeaders(answer)]).toEqual([
              path,
              308,
              address,
              [],
            ])
            expect([path, answer.body.length]).toEqual([path, 0])
          }
        }
        const arrived = await fetch(new URL(path, host.url))
        expect([path, new URL(arrived.url).pathname, arrived.ok]).toEqual([path, address, address !== '/user/update'])
      }
    }
    for (const path of [
      '/',
      '/signin',
      '/find?q=tea',
      `/note/${note}`,
      '/note/none',
      '/nowhere',
      '/feed.xml',
      '/api/note',
      '/new',
    ]) {
      for (const headers of [{}, ...DATA]) {
        for (const answer of await host.renderOnAll(path, headers)) expect(repeatedHeaders(answer), path).toEqual([])
      }
    }
  })

  test('what programs read of a page stands at its beginning', async ({ onHost: { host, admin, owner } }) => {
    const { _id: note } = await makeNote(admin)
    const post = await makePost(admin)
    const paths = [
      '/',
      '/projects',
      '/myblog',
      '/about',
      '/tech',
      '/subscribe',
      '/search/tea',
      '/find?q=tea',
      '/signin',
    ]
    for (const path of [...paths, '/signup', `/note/${note}`, `/post/${post}`, `/profile/${owner}`, '/nowhere']) {
      for (const { body } of await host.renderOnAll(path)) {
        expect(metadataBytes(body.toString()), path).toBeLessThan(METADATA_MAX_BYTES)
        expect(body.toString().endsWith('</html>'), path).toBe(true)
      }
    }
  })

  test('every kind of answer is there, with one value in each header', async ({
    onHost: { host, databaseUrl, pictures, admin },
  }) => {
    const { _id, slug } = await makeNote(admin, { title: 'Answered' })
    const [share = ''] = /\/share\/note\/[^"]+/.exec(textOf(await host.get(`/note/${_id}`))) ?? []
    const secret = { authorization: `Bearer ${COMPLETE.CRON_SECRET}` }
    const kinds: Record<string, Array<[path: string, status?: number, headers?: Record<string, string>]>> = {
      'text/html; charset=utf-8': [['/'], [`/note/${slug}`], ['/note/none', 404], ['/nowhere', 404]],
      'application/xml; charset=utf-8': [['/feed.xml'], ['/atom.xml'], ['/sitemap.xml']],
      'application/feed+json; charset=utf-8': [['/feed.json']],
      'text/plain; charset=utf-8': [['/robots.txt'], ['/llms.txt']],
      'text/markdown; charset=utf-8': [[`/note/${slug}.md`]],
      'application/manifest+json': [['/manifest.webmanifest']],
      'image/png': [[share], ['/apple-touch-icon.png']],
      'image/x-icon': [['/favicon.ico']],
      'application/json': [
        ...[['/api/note'], [`/api/note/${_id}`], ['/api/openapi.json'], ['/api/health/live'], ['/api/health/ready']],
        ...[
          ['/api/views', 401],
          ['/api/nothing', 404],
          ['/api/maintenance', 401],
          ['/api/maintenance', 200, secret],
        ],
      ] as Array<[string]>,
    }
    for (const [type, paths] of Object.entries(kinds)) {
      for (const [path, status = 200, headers] of paths) {
        for (const answer of await host.renderOnAll(path, headers)) {
          const found = [path, answer.status, answer.headers['content-type'], repeatedHeaders(answer)]
          expect(found).toEqual([path, status, type, []])
        }
      }
    }
    const tag = String((await host.get('/feed.xml')).headers.etag)
    for (const { status } of await host.renderOnAll('/feed.xml', { 'if-none-match': tag })) expect(status).toBe(304)
    const stored = await admin.form('POST', '/api/media/new', { image: { file: await png() } })
    expect(stored.status, stored.text).toBe(201)
    expect(pictures.files.size).toBeGreaterThan(0)

    const member = new ApiClient(host.url)
    const account = newAccount()
    expect((await member.post('/api/user/signup', account)).status).toBe(201)
    await signIn(member, account)
    expect((await member.post('/api/note/new', NOTE_FIELDS)).status).toBe(403)
    expect((await admin.post('/api/note/new', { ...NOTE_FIELDS, title: '' })).status).toBe(422)
    expect((await admin.send('POST', '/api/note/new', { body: 'a' })).status).toBe(415)
    expect((await admin.put('/api/note', {})).status).toBe(405)

    const direct = new TestDatabase(databaseUrl)
    await direct.rows('ALTER TABLE "Note" RENAME TO "NoteAway"')
    try {
      for (const answer of await host.renderOnAll(`/note/${randomUUID()}`))
        expect([answer.status, repeatedHeaders(answer)]).toEqual([500, []])
      expect((await admin.post('/api/note/new', NOTE_FIELDS)).status).toBe(500)
    } finally {
      await direct.rows('ALTER TABLE "NoteAway" RENAME TO "Note"')
      await direct.close()
    }
  })

  test('a program writes Markdown with a token, and an assistant has its tools', async ({ onHost: { host } }) => {
    const fresh = new ApiClient(host.url)
    await signIn(fresh, ADMIN)
    const made = await fresh.post('/api/token/new', { name: 'Program', scopes: ['read', 'write'], days: 7 })
    const authorization = `Bearer ${(made.json() as { token: string }).token}`
    const program = new ApiClient(host.url)
    const write = (method: string, path: string, body: string, headers = {}) =>
      program.send(method, path, { body, headers: { authorization, 'content-type': 'text/markdown', ...headers } })

    const created = await write('POST', '/api/note/new', '---\ntitle: From a file\n---\n\nHello *there*.\n')
    expect(created.status, created.text).toBe(201)
    const { _id } = created.json() as { _id: string }
    const path = `/api/note/${_id}`
    const { text, headers } = await program.get(path, { authorization, accept: 'text/markdown' })
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8; variant=GFM')
    const change = () => write('PUT', path, text.replace('there', 'here'), { 'if-match': String(headers.etag) })
    expect((await change()).status).toBe(200)
    expect((await change()).status).toBe(412)
    expect((await write('PUT', path, text)).status).toBe(428)
    expect((await program.delete(path, { authorization })).status).toBe(403)
    const unknown = await program.get('/api/note', { authorization: 'Bearer colophon_unknown' })
    expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="colophon", error="invalid_token"',
    ])

    for (const mode of [{ pin: '2026-07-28' }, 'legacy'] as const) {
      const assistant = new Client({ name: 'Assistant', version: '1' }, { versionNegotiation: { mode } })
      const requestInit = { headers: { authorization } }
      await assistant.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', host.url), { requestInit }))
      expect((await assistant.listTools()).tools.map(({ name }) => name)).toContain('note_update')
      const { content } = await assistant.callTool({ name: 'note_read', arguments: { id: _id } })
      expect(JSON.stringify(content)).toContain('Hello *here*.')
      await assistant.close()
    }
  })

  test('a view that is reported is in the figures', async ({ onHost: { host, admin } }) => {
    const { _id } = await makeNote(admin, { title: 'Read today' })
    const visitor = new ApiClient(host.url)
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', origin: host.url }
    expect((await visitor.post('/api/view', { path: `/note/${_id}`, referrer: '' }, headers)).status).toBe(204)
    // The function that answers may be another one than that which counted.
    const figures = async () => (await admin.get(`/api/views?path=/note/${_id}`)).json()
    await expect.poll(figures).toMatchObject({ title: 'Read today', views: 1, visitors: 1 })
    expect((await admin.get('/overview')).status).toBe(200)
  })

  test('while the pooler is silent, kept pages are there, and what is rendered says that it is not', async ({
    onHost: { host, link },
  }) => {
    await host.get('/about')
    link.setState('black hole')
    expect((await host.get('/about')).isCached).toBe(true)
    // At the same time: each waits until its deadline.
    const rendered = await Promise.all(['/projects/page/3', '/feed.xml'].map((at) => host.get(at)))
    for (const { status } of rendered) expect(status).toBeGreaterThanOrEqual(500)
    link.setState('open')
    await expect.poll(async () => (await host.get('/api/note')).status).toBe(200)
  })
})
