import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageCache } from '@/lib/cache/page-cache'

/** What stands for Next: answers, counts, and waits when told to. */
let draw: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>
let atOnce: boolean
let drawn: string[]
let pages: PageCache
let server: Server
let away: boolean
let untilNextMs: number | null
let missing: string[]

const PUBLIC = {
  Vary: 'rsc, Accept-Encoding',
  'Cache-Control': 's-maxage=31536000',
  'Content-Type': 'text/html; charset=utf-8',
}
const LONG = `<!DOCTYPE html><p>${'words and more words '.repeat(200)}</p>`

/** A page as the build wrote it. */
const BUILT = '<!DOCTYPE html><script>built()</script>'

const isPublic = (response: ServerResponse, body: string) => void response.writeHead(200, PUBLIC).end(body)

beforeEach(async () => {
  drawn = []
  missing = []
  away = false
  untilNextMs = null
  draw = (_, response) => isPublic(response, LONG)
  pages = new PageCache({
    render: (request, response) => {
      drawn.push(request.url ?? '')
      return draw(request, response)
    },
    maxBytes: { finite: 100_000, unbounded: 100_000 },
    contentPolicy: (sources) => `script-src ${sources.join(' ')}`,
    builtPages: new Map([[createHash('sha256').update(BUILT).digest('base64url'), ["'sha256-built'"]]]),
    headers: { 'X-Everywhere': 'yes' },
    onMissing: (path) => missing.push(path),
    redirectOf: async (path) => (path === '/old' ? '/new' : null),
    untilNextChange: async () => {
      await new Promise(setImmediate)
      if (Number.isNaN(untilNextMs)) throw new Error('The database does not answer.')
      return untilNextMs
    },
    isUnavailable: async () => away,
  })
  server = createServer((request, response) => {
    atOnce = pages.serve(request, response)
    if (!atOnce) void pages.render(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

type RenderResult = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RenderResult> {
  const { request } = await import('node:http')
  const { port } = server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() }
}

/** Waits in `draw` until it is let go; `begun` tells how many wait. */
function gate() {
  const waiting: Array<() => void> = []
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    begun: async (count: number) => {
      while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
    letGo: (index: number) => waiting[index]?.(),
  }
}

/** Draws what `read` says before it waits. */
function gated(read = (_: IncomingMessage) => LONG) {
  const { wait, ...gates } = gate()
  draw = async (request, response) => {
    const body = read(request)
    await wait()
    isPublic(response, body)
  }
  return gates
}

test('a public page is drawn once, and answered alike from then on', async () => {
  const first = await ask('/projects')
  const second = await ask('/projects')
  expect(drawn).toEqual(['/projects'])
  expect(first.text).toBe(LONG)
  expect(second.body).toEqual(first.body)
  const { date: _, ...headers } = second.headers
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-length': String(LONG.length),
    'x-everywhere': 'yes',
    vary: 'rsc, accept-encoding',
  })
  expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/)
})

test('a path that leads on is answered before anything is drawn, and a redirect of Next without its page', async () => {
  const moved = await ask('/old')
  expect(drawn).toEqual([])
  draw = (_, response) => {
    response.setHeader('Location', '/projects')
    response.appendHeader('Location', '/projects')
    response.writeHead(308, { 'Content-Type': 'text/html' }).end(LONG)
  }
  const byNext = await ask('/projects/page/1')
  for (const [{ status, headers, text }, location] of [
    [moved, '/new'],
    [byNext, '/projects'],
  ] as const) {
    expect([status, headers.location, headers['content-length'], text]).toEqual([308, location, '0', ''])
  }
})

test('what is missing is reported for readers alone, not for programs that check it by HEAD', async () => {
  draw = (_, response) => void response.writeHead(404, { 'Content-Type': 'text/html' }).end(LONG)
  await ask('/nowhere', {}, 'HEAD')
  await ask('/nowhere/data', { rsc: '1' })
  expect(missing).toEqual([])
  await ask('/nowhere')
  expect(missing).toEqual(['/nowhere'])
})

test('each encoding is sent as the client likes it, with a tag of its own', async () => {
  const plain = await ask('/')
  const brotli = await ask('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  const gzip = await ask('/', { 'accept-encoding': 'gzip' })
  const picky = await ask('/', { 'accept-encoding': 'br;q=0.1, gzip;q=0.9' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.body).toString()).toBe(LONG)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(LONG)
  expect(picky.headers['content-encoding']).toBe('gzip')
  expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(drawn).toHaveLength(1)
})

test('an encoding that few ask for is of the page as it is now, whoever asks and however', async () => {
  draw = (_, response) => isPublic(response, `${LONG}${drawn.length}`)
  for (const turn of [1, 2]) {
    const answers = await Promise.all(
      ['gzip', 'gzip', 'identity', 'identity', 'br'].map((encoding) => ask('/', { 'accept-encoding': encoding })),
    )
    const texts = answers.map(({ body, headers, text }) => {
      if (headers['content-encoding'] === 'br') return brotliDecompressSync(body).toString()
      return headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : text
    })
    expect(texts).toEqual(Array.from({ length: 5 }, () => `${LONG}${turn}`))
    const gzip = answers[0]
    const head = await ask('/', { 'accept-encoding': 'gzip' }, 'HEAD')
    expect([head.headers['content-length'], head.body.length]).toEqual([String(gzip?.body.length), 0])
    const known = await ask('/', { 'accept-encoding': 'gzip', 'if-none-match': String(gzip?.headers.etag) })
    expect([known.status, known.headers.etag, known.body.length]).toEqual([304, gzip?.headers.etag, 0])
    pages.invalidate()
  }
  expect(drawn).toHaveLength(2)
})

test('a page is served at once in both its encodings, and as it is once it was asked for so', async () => {
  const isServedAtOnce = async (encoding: string) => {
    await ask('/', { 'accept-encoding': encoding })
    return atOnce
  }
  expect(await isServedAtOnce('br')).toBe(false)
  for (const encoding of ['br', 'gzip']) expect([encoding, await isServedAtOnce(encoding)]).toEqual([encoding, true])
  expect([await isServedAtOnce('identity'), await isServedAtOnce('identity')]).toEqual([false, true])
  pages.invalidate()
  expect(await isServedAtOnce('gzip')).toBe(false)
})

test('nobody pays for a rendering that runs, nor for one of what a write has dropped', async () => {
  const request = { url: '/about', headers: {} } as IncomingMessage
  expect(pages.renderUncharged(request)).toBeNull()
  await ask('/about')
  pages.invalidate()
  const rendering = pages.renderUncharged(request)
  expect(pages.renderUncharged(request)).not.toBeNull()
  await rendering
  expect(drawn).toEqual(['/about', '/about'])
  expect(pages.renderUncharged(request)).toBeNull()
})

test('whatever else is rendered, nobody pays for pages that a write has dropped: two at once, and some in line', async () => {
  const dropped = ['/', '/about', '/projects', ...Array.from({ length: 8 }, (_, number) => `/note/${number}`)]
  for (const path of dropped) await ask(path)
  pages.invalidate()
  drawn = []
  const { begun, letGo } = gated()
  const others = ['/myblog', '/subscribe', '/nowhere'].map((path) => ask(path))
  await begun(3)
  const renders = dropped.map((url) => pages.renderUncharged({ url, headers: {} } as IncomingMessage))
  expect(renders.map((one) => one !== null)).toEqual([...Array(10).fill(true), false])
  await begun(5)
  expect(drawn.slice(3)).toEqual(['/', '/about'])
  letGo(3)
  await begun(6)
  expect(drawn.slice(3)).toEqual(['/', '/about', '/projects'])
  for (let index = 0; index < 13; index += 1) {
    await begun(index + 1)
    letGo(index)
  }
  await Promise.all([...renders, ...others])
})

test('whoever asks for pages in other encodings takes no place from the pages themselves', async () => {
  let words = ''
  for (let number = 0; number < 600; number += 1) words += createHash('md5').update(`${number}`).digest('hex')
  draw = (_, response) => isPublic(response, words)
  const paths = ['/', '/about', '/projects']
  for (const path of paths) await ask(path, { 'accept-encoding': 'br' })
  for (const path of paths) await ask(path, { 'accept-encoding': 'identity' })
  for (const path of paths) {
    await ask(path, { 'accept-encoding': 'br' })
    expect([path, atOnce]).toEqual([path, true])
  }
  expect(drawn).toHaveLength(paths.length)
})

test('who has the page is told so, and only with the tag of that encoding', async () => {
  const { headers } = await ask('/', { 'accept-encoding': 'br' })
  const tag = String(headers.etag)
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const answer = await ask('/', { 'accept-encoding': 'br', 'if-none-match': known })
    expect([known, answer.status, answer.body.length, answer.headers.etag]).toEqual([known, 304, 0, tag])
  }
  expect((await ask('/', { 'if-none-match': tag })).status).toBe(200)
  expect((await ask('/', { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200)
})

test('HEAD says what GET would, and nothing more', async () => {
  const head = await ask('/', {}, 'HEAD')
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(LONG.length), 0])
  expect((await ask('/', {}, 'HEAD')).headers.etag).toBe(head.headers.etag)
  expect((await ask('/')).text).toBe(LONG)
  expect(drawn).toEqual(['/'])
})

test('a query and a slash at the end make no other page', async () => {
  await ask('/search/caf%C3%A9')
  await ask('/search/caf%C3%A9?utm_source=x')
  await ask('/search/caf%C3%A9/')
  expect(drawn).toEqual(['/search/caf%C3%A9'])
  await ask('/search/cafe')
  expect(drawn).toHaveLength(2)
})

test('nothing of who asked first stands in what others get', async () => {
  draw = (request, response) =>
    isPublic(response, `${LONG}${request.url}${JSON.stringify(request.headers).match(/'nonce-(?![\w-]{22}').*?'/)}`)
  const policy = {
    'content-security-policy': "script-src 'nonce-secret'",
    'content-security-policy-report-only': "script-src 'nonce-secret'",
  }
  expect((await ask('/about?token=secret', policy)).text).toBe(`${LONG}/aboutnull`)
  expect((await ask('/about')).text).toBe(`${LONG}/aboutnull`)
  expect(drawn).toEqual(['/about'])
})

test.each([
  ['/about', {}],
  ['/about', { rsc: '1' }],
  ['/note/1', { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }],
])('no header of a client reaches the page at %s that others get, but the hints %o', async (path, hints) => {
  const seen: IncomingHttpHeaders[] = []
  draw = ({ headers }, response) => {
    const { host: _host, 'user-agent': _agent, 'content-security-policy': _nonce, ...rest } = headers
    seen.push(rest)
    isPublic(response, LONG)
  }
  await ask(path, {
    ...hints,
    cookie: 'session=secret',
    'user-agent': 'Googlebot',
    'next-router-state-tree': 'secret',
    'next-url': '/secret',
    'next-hmr-refresh': '1',
    'x-forwarded-host': 'evil.example',
    'x-middleware-subrequest': 'middleware',
  })
  expect(seen).toEqual([hints])
})

test.each([
  ['the page', { rsc: '0', 'next-router-prefetch': '1' }, {}],
  ['the page', { 'next-router-segment-prefetch': '/_tree' }, {}],
  ['the data', { rsc: '1', 'next-router-prefetch': 'anything' }, { rsc: '1' }],
  ['the data', { rsc: '1', 'next-router-prefetch': '3' }, { rsc: '1' }],
  ['the data', { rsc: '1', 'next-router-segment-prefetch': '/_tree' }, { rsc: '1' }],
  [
    'the data to load ahead',
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/../x' },
    { rsc: '1', 'next-router-prefetch': '1' },
  ],
])('hints that Next’s client never sends give %s: %o', async (_, odd, plain) => {
  await ask('/', plain)
  await ask('/', odd)
  expect(drawn).toHaveLength(1)
})

test('a missing page is rendered once for each who asks, with a query and without', async () => {
  draw = (request, response) => void response.writeHead(404, PUBLIC).end(`${LONG}${request.url}`)
  expect((await ask('/note/nothing?token=secret')).text).toBe(`${LONG}/note/nothing`)
  expect(drawn).toEqual(['/note/nothing'])
})

test('only a public 200 is given to others who ask at the same time', async () => {
  const { wait, begun, letGo } = gate()
  draw = async (_, response) => {
    const answer = drawn.length
    await wait()
    response.writeHead(answer === 1 ? 404 : 200, PUBLIC).end(`answer ${answer}`)
  }
  const first = ask('/note/1')
  await begun(1)
  const second = ask('/note/1')
  letGo(0)
  expect(await first).toMatchObject({ status: 404, text: 'answer 1' })
  await begun(2)
  letGo(1)
  expect(await second).toMatchObject({ status: 200, text: 'answer 2' })
})

test.each(['/new', '/adminpanel', '/find', '/signin'])(
  'what %s answers is neither shared nor cached, whatever it says of itself',
  async (path) => {
    const { begun, letGo } = gated(({ headers }) => headers.cookie ?? '')
    const one = ask(path, { cookie: 'one' })
    const other = ask(path, { cookie: 'other' })
    await begun(2)
    letGo(0)
    letGo(1)
    expect([(await one).text, (await other).text]).toEqual(['one', 'other'])
    const third = ask(path)
    await begun(3)
    letGo(2)
    await third
  },
)

test('somebody’s own page gets its query', async () => {
  draw = (request, response) => void response.writeHead(200).end(`${LONG}${request.url}`)
  expect((await ask('/table/own?page=2')).text).toBe(`${LONG}/table/own?page=2`)
  expect(drawn).toHaveLength(1)
})

test('a page’s data is rendered without a query too', async () => {
  draw = (request, response) => isPublic(response, request.url ?? '')
  expect((await ask('/?_rsc=a1', { rsc: '1' })).text).toBe('/')
  expect((await ask('/?token=secret&_rsc=b2', { rsc: '1' })).text).toBe('/')
  expect(drawn).toEqual(['/'])
})

test('the data of a page is kept beside the page', async () => {
  draw = (request, response) => isPublic(response, request.headers.rsc ? 'data' : LONG)
  expect((await ask('/')).text).toBe(LONG)
  expect((await ask('/', { rsc: '1' })).text).toBe('data')
  expect((await ask('/')).text).toBe(LONG)
  expect(drawn).toHaveLength(2)
})

test.each([
  ['is somebody’s own', 200, { 'Cache-Control': 'private, no-store' }],
  ['sets a cookie', 200, { ...PUBLIC, 'Set-Cookie': 'a=1' }],
  ['says nothing of keeping', 200, {}],
  ['is an error', 404, PUBLIC],
  ['is a picture', 200, { ...PUBLIC, 'Content-Type': 'image/png' }],
])('an answer that %s is not kept', async (_, status, headers) => {
  draw = (_request, response) => void response.writeHead(status, headers).end(LONG)
  expect((await ask('/')).status).toBe(status)
  await ask('/')
  expect(drawn).toHaveLength(2)
})

test('what is not kept is still compressed for whom it is for', async () => {
  draw = (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': ['a=1', 'b=2'] }).end(LONG)
  const answer = await ask('/', { 'accept-encoding': 'br' })
  expect(brotliDecompressSync(answer.body).toString()).toBe(LONG)
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
  expect(answer.headers['cache-control']).toBe('private, no-store')
})

test('many who ask at once for a public page share one drawing', async () => {
  const { begun, letGo } = gated()
  const answers = Promise.all(Array.from({ length: 20 }, () => ask('/')))
  await begun(1)
  letGo(0)
  expect((await answers).every(({ text }) => text === LONG)).toBe(true)
  expect(drawn).toHaveLength(1)
})

test('somebody’s own page is never given to another who asked at the same time', async () => {
  const { wait, begun, letGo } = gate()
  draw = async (request, response) => {
    await wait()
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'private' }).end(request.headers.cookie)
  }
  const one = ask('/table/own', { cookie: 'one' })
  await begun(1)
  const other = ask('/table/own', { cookie: 'other' })
  letGo(0)
  await begun(2)
  letGo(1)
  expect((await one).text).toBe('one')
  expect((await other).text).toBe('other')
})

test('after a write nothing is answered, kept or waited for that was begun before it', async () => {
  let content = 'before'
  const { begun, letGo } = gated(() => content)
  const early = ask('/')
  await begun(1)
  content = 'after'
  pages.invalidate()
  const late = ask('/')
  const lateData = ask('/', { rsc: '1' })
  letGo(0)
  expect((await early).text).toBe('before')
  await begun(2)
  letGo(1)
  expect((await late).text).toBe('after')
  await begun(3)
  letGo(2)
  expect((await lateData).text).toBe('after')
  expect((await ask('/')).text).toBe('after')
  expect(drawn).toHaveLength(3)
})

test('a write to one page leaves the others as they are', async () => {
  const others = ['/', '/about', '/profile/10', '/note/1', '/search/profile']
  const own = ['/profile/1', '/profile/1/']
  draw = (request, response) => isPublic(response, `${request.url} ${drawn.length}`)
  for (const path of [...others, ...own]) await ask(path)
  await ask('/profile/1', { rsc: '1' })
  await ask('/profile/1', { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' })
  drawn = []
  pages.invalidate(['user:1'])
  pages.invalidate([])
  for (const path of others) await ask(path)
  expect(drawn).toEqual([])
  await ask('/profile/1?utm_source=x')
  await ask('/profile/1', { rsc: '1' })
  await ask('/profile/1', { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' })
  expect(drawn).toEqual(['/profile/1', '/profile/1', '/profile/1'])
})

test('after a write to one page nothing begun before it is answered, kept or waited for there; elsewhere it is', async () => {
  let content = 'before'
  const { begun, letGo } = gated(() => content)
  const early = ask('/profile/1')
  const elsewhere = ask('/about')
  await begun(2)
  content = 'after'
  pages.invalidate(['user:1'])
  const late = ask('/profile/1')
  const lateData = ask('/profile/1', { rsc: '1' })
  const joined = ask('/about')
  letGo(0)
  letGo(1)
  expect((await early).text).toBe('before')
  expect([(await elsewhere).text, (await joined).text]).toEqual(['before', 'before'])
  await begun(3)
  letGo(2)
  expect((await late).text).toBe('after')
  await begun(4)
  letGo(3)
  expect((await lateData).text).toBe('after')
  expect([(await ask('/profile/1')).text, (await ask('/about')).text]).toEqual(['after', 'before'])
  expect(drawn).toHaveLength(4)
})

test('a write drops what shows the row, and nothing else', async () => {
  const requested = [
    '/',
    '/note/1',
    '/note/2',
    '/note/1.md',
    '/myblog/page/2',
    '/projects',
    '/feed.xml',
    '/api/note',
    '/about',
  ]
  for (const path of requested) await ask(path)
  for (const [key, dropped] of [
    ['note:1', ['/note/1', '/note/1.md']],
    ['notes', ['/myblog/page/2', '/feed.xml', '/api/note']],
    ['note-titles', ['/', '/note/1', '/note/2']],
    ['posts', ['/', '/projects']],
  ] as const) {
    drawn = []
    pages.invalidate([key])
    for (const path of requested) await ask(path)
    expect(drawn, key).toEqual(dropped)
  }
})

test('only screens have data: to anything else its headers mean nothing', async () => {
  for (const path of ['/feed.xml', '/note/1.md', '/robots.txt', '/sitemap.xml', '/api/post']) {
    drawn = []
    await ask(path)
    for (const segment of ['/a', '/b']) {
      await ask(path, { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': segment })
    }
    expect(drawn).toEqual([path])
  }
})

test('a page that could not be drawn is tried anew', async () => {
  draw = () => Promise.reject(new Error('the database is away'))
  await expect(ask('/')).rejects.toThrow()
  draw = (_, response) => isPublic(response, LONG)
  expect((await ask('/')).text).toBe(LONG)
})

test('a client that goes away does not end what others wait for', async () => {
  const { begun, letGo } = gated()
  const controller = new AbortController()
  const { port } = server.address() as AddressInfo
  const gone = fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal }).catch(() => 'gone')
  await begun(1)
  const other = ask('/')
  controller.abort()
  expect(await gone).toBe('gone')
  letGo(0)
  expect((await other).text).toBe(LONG)
})

/** Text that compresses badly. */
const noise = (length: number) =>
  Array.from({ length: length / 36 }, () => crypto.randomUUID())
    .join('')
    .padEnd(length, '.')

test('what is kept stays within its bytes, and what was asked for longest goes first', async () => {
  // Three of these fit.
  draw = (_, response) => isPublic(response, noise(21_600))
  for (const name of 'abcadef') await ask(`/note/${name}`)
  drawn = []
  await ask('/note/f')
  expect(drawn).toEqual([])
  await ask('/note/b')
  expect(drawn).toEqual(['/note/b'])
})

test('pages with invented names evict none of the others', async () => {
  draw = (_, response) => isPublic(response, noise(21_600))
  const askForBrotli = (path: string) => ask(path, { 'accept-encoding': 'br' })
  await askForBrotli('/about')
  for (let turn = 0; turn < 10; turn += 1) {
    await askForBrotli(`/search/word-${turn}`)
    await askForBrotli(`/profile/person-${turn}`)
  }
  drawn = []
  await askForBrotli('/about')
  expect(drawn).toEqual([])
  await askForBrotli('/search/word-9')
  expect(drawn).toEqual([])
  await askForBrotli('/search/word-0')
  expect(drawn).toEqual(['/search/word-0'])
})

test('a page above its share of the budget is sent whole, and not kept', async () => {
  const large = noise(72_000)
  draw = (_, response) => isPublic(response, large)
  expect((await ask('/profile/1', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  expect((await ask('/profile/1')).text).toBe(large)
  expect(drawn).toHaveLength(2)
})

test('a list of megabytes is kept, for few bytes', async () => {
  const large = 'words and more words '.repeat(200_000)
  draw = (_, response) => isPublic(response, large)
  for (const encoding of ['br', 'identity', 'br']) await ask('/api/note', { 'accept-encoding': encoding })
  expect((await ask('/api/note')).text).toBe(large)
  expect(drawn).toHaveLength(1)
})

/** As Next does: writes the nonce of the request's policy on its script. */
const withNonce: typeof draw = ({ headers }, response) => {
  const [, nonce] = /'nonce-(.+)'/.exec(String(headers['content-security-policy'])) ?? []
  isPublic(response, `${LONG}<script nonce="${nonce}">ours()</script><script>planted()</script>`)
}
const nonceIn = (text: string) => /<script nonce="([\w-]{22})">/.exec(text)?.[1] ?? 'none'

test('who waited for a page that turned out to be unavailable hears so too, and who comes later has it rendered', async () => {
  const { wait, begun, letGo } = gate()
  away = true
  draw = async (_, response) => {
    await wait()
    response.writeHead(500, { 'Content-Type': 'text/html' }).end('<p>Broken</p>')
  }
  const first = ask('/note/1')
  await begun(1)
  const others = [ask('/note/1'), ask('/note/1')]
  // Of another path, so that the others' requests have arrived before it is rendered.
  const elsewhere = ask('/about')
  await begun(2)
  letGo(1)
  await elsewhere
  letGo(0)
  for (const answer of [await first, ...(await Promise.all(others))]) expect(answer.status).toBe(503)
  expect(drawn).toEqual(['/note/1', '/about'])
  const later = ask('/note/1')
  await begun(3)
  letGo(2)
  expect((await later).status).toBe(503)
})

test.each(['/note/1', '/nowhere'])(
  'a page and its data at %s are rendered one after the other: Next would answer both with one rendering',
  async (path) => {
    const { wait, begun, letGo } = gate()
    draw = async (request, response) => {
      await wait()
      return withNonce(request, response)
    }
    const data = ask(path, { rsc: '1' })
    await begun(1)
    const page = ask(path)
    const elsewhere = ask('/about')
    await begun(2)
    expect(drawn).toEqual([path, '/about'])
    letGo(0)
    await begun(3)
    expect(drawn).toEqual([path, '/about', path])
    letGo(1)
    letGo(2)
    await Promise.all([data, elsewhere])
    const { text, headers } = await page
    expect(headers['content-security-policy']).toContain(`'nonce-${nonceIn(text)}'`)
  },
)

test('the policy of a page names the nonce on its scripts, and no script that has none', async () => {
  draw = withNonce
  const { text, headers } = await ask('/')
  const sources = String(headers['content-security-policy']).split(' ')
  expect(sources.slice(0, 2)).toEqual(['script-src', `'nonce-${nonceIn(text)}'`])
  for (const script of ['planted()', 'ours()']) {
    expect(sources).not.toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  expect((await ask('/')).headers['content-security-policy']).toBe(headers['content-security-policy'])
  expect(nonceIn((await ask('/other')).text)).not.toBe(nonceIn(text))
})

test('somebody’s own page has a nonce of its own each time', async () => {
  draw = (request, response) => {
    response.writeHead = ((status: number) =>
      Object.getPrototypeOf(response).writeHead.call(response, status, {
        'Content-Type': 'text/html',
      })) as typeof response.writeHead
    return withNonce(request, response)
  }
  const [one, other] = [await ask('/'), await ask('/')]
  expect(one.headers['content-security-policy']).toContain(`'nonce-${nonceIn(one.text)}'`)
  expect(other.headers['content-security-policy']).toContain(`'nonce-${nonceIn(other.text)}'`)
  expect(nonceIn(one.text)).not.toBe(nonceIn(other.text))
})

test('a script nobody knows is logged once for each page, by its hash alone', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  draw = withNonce
  await ask('/note/1?token=secret')
  pages.invalidate()
  await ask('/note/1')
  await ask('/note/2')
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)))
  const hash = `'sha256-${createHash('sha256').update('planted()').digest('base64')}'`
  expect(lines).toMatchObject([
    { level: 'warn', event: 'unknown inline script', path: '/note/1', hash },
    { level: 'warn', event: 'unknown inline script', path: '/note/2', hash },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/planted|secret/)
})

test('who has a page with an earlier nonce keeps it, together with its policy', async () => {
  draw = withNonce
  const first = await ask('/')
  expect(first.headers.etag).toMatch(/^W\/"[\w-]{22}"$/)
  pages.invalidate()
  const second = await ask('/', { 'if-none-match': String(first.headers.etag) })
  expect([second.status, second.headers.etag]).toEqual([304, first.headers.etag])
  expect(second.headers).not.toHaveProperty('content-security-policy')
})

test('a page of the build goes by its hashes, one that only resembles it does not', async () => {
  draw = (_, response) => void response.writeHead(404, PUBLIC).end(BUILT)
  expect((await ask('/nowhere')).headers['content-security-policy']).toBe("script-src 'sha256-built'")
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  draw = (_, response) => void response.writeHead(404, PUBLIC).end(`${BUILT}<p>`)
  expect((await ask('/nowhere')).headers['content-security-policy']).not.toContain('built')
})

test('what is no HTML names no inline script, and the data of a page holds no nonce', async () => {
  draw = ({ headers }, response) =>
    void response
      .writeHead(200, { ...PUBLIC, 'Content-Type': 'text/x-component' })
      .end(String(headers['content-security-policy']))
  const answer = await ask('/', { rsc: '1' })
  expect(answer.text).toBe('undefined')
  expect(answer.headers['content-security-policy']).toBe('script-src')
  expect(answer.headers.etag).toMatch(/^"/)
})

test('a page that cannot be drawn because the database is away answers 503, and kept ones go on being served', async () => {
  await ask('/note/kept')
  draw = (_, response) => void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<p>Broken</p>')
  away = true
  const answer = await ask('/other')
  expect(answer).toMatchObject({ status: 503, text: '<p>Broken</p>' })
  expect(answer.headers['retry-after']).toBe('5')
  expect(await ask('/note/kept')).toMatchObject({ status: 200, text: LONG })

  away = false
  expect((await ask('/other')).status).toBe(500)
})

describe('while something is scheduled', () => {
  let elapsedMs: number

  beforeEach(() => {
    elapsedMs = 0
    const start = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => start + elapsedMs)
  })

  /** Lets time pass; what reads the clock holds its last answer for a millisecond. */
  async function pass(milliseconds: number) {
    elapsedMs += milliseconds
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test.each([
    ['when that becomes public', 5_000, 5_000],
    ['after a minute, in case the clock was set or the machine slept', 3 * 24 * 60 * 60 * 1_000, 60_000],
  ])('a page ends %s', async (_, until, endMs) => {
    untilNextMs = until
    await ask('/projects')
    await pass(endMs - 1)
    await ask('/projects')
    expect(drawn).toHaveLength(1)
    await pass(1)
    untilNextMs = null
    await ask('/projects')
    await pass(until)
    await ask('/projects')
    expect(drawn).toHaveLength(2)
  })

  /** By more than what a lifetime is rounded by. */
  const MORE_THAN_A_DAY_MS = 24 * 60 * 60 * 1_000 + 10

  test('a page lasts a day, for its year', async () => {
    await ask('/about')
    await pass(MORE_THAN_A_DAY_MS)
    await ask('/about')
    expect(drawn).toHaveLength(2)
  })

  test('a page that was not ready by then is shown to nobody after', async () => {
    const { begun, letGo } = gated()
    untilNextMs = 100
    const first = ask('/projects')
    await begun(1)
    await pass(100)
    letGo(0)
    await first
    const second = ask('/projects')
    await begun(2)
    letGo(1)
    expect((await second).text).toBe(LONG)
  })

  test('nothing is cached that has no known end, and what has ended is better than no database', async () => {
    untilNextMs = 5_000
    await ask('/projects')
    untilNextMs = Number.NaN
    await ask('/about')
    await ask('/about')
    expect(drawn).toEqual(['/projects', '/about', '/about'])

    draw = (_, response) => void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<p>Broken</p>')
    away = true
    await pass(5_000)
    expect(await ask('/projects')).toMatchObject({ status: 200, text: LONG })
    pages.invalidate()
    expect((await ask('/projects')).status).toBe(503)
  })
})
