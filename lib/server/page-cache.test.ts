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
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PageCache } from '@/lib/server/page-cache'

/** What stands for Next: answers, counts, and waits when told to. */
let draw: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>
let drawn: string[]
let pages: PageCache
let server: Server
let away: boolean

const PUBLIC = {
  Vary: 'rsc, Accept-Encoding',
  'Cache-Control': 's-maxage=31536000',
  'Content-Type': 'text/html; charset=utf-8',
}
const LONG = `<!DOCTYPE html><p>${'words and more words '.repeat(200)}</p>`

const isPublic = (response: ServerResponse, body: string) => void response.writeHead(200, PUBLIC).end(body)

beforeEach(async () => {
  drawn = []
  away = false
  draw = (_, response) => isPublic(response, LONG)
  pages = new PageCache({
    render: (request, response) => {
      drawn.push(request.url ?? '')
      return draw(request, response)
    },
    maxBytes: 200_000,
    contentPolicy: (hashes) => `script-src ${hashes.join(' ')}`,
    headers: { 'X-Everywhere': 'yes' },
    isAway: async () => away,
  })
  server = createServer((request, response) => {
    if (!pages.serve(request, response)) void pages.draw(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
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
  expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
})

test('each encoding is sent as the client likes it, with a strong tag of its own', async () => {
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

test('who has the page is told so, and only with the tag of that encoding', async () => {
  const { headers } = await ask('/', { 'accept-encoding': 'br' })
  const tag = String(headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
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

test('a query and another spelling of the path are the same page', async () => {
  await ask('/search/caf%C3%A9')
  await ask('/search/caf%c3%a9?utm_source=x')
  await ask('/search/c%61f%C3%A9/')
  expect(drawn).toHaveLength(1)
  await ask('/search/cafe')
  expect(drawn).toHaveLength(2)
})

test('nothing of who asked first stands in what others get', async () => {
  draw = (request, response) =>
    isPublic(response, `${LONG}${request.url}${request.headers['content-security-policy'] ?? ''}`)
  const policy = { 'content-security-policy': "script-src 'nonce-secret'" }
  expect((await ask('/about?token=secret', policy)).text).toBe(`${LONG}/about`)
  expect((await ask('/about')).text).toBe(`${LONG}/about`)
  // Whether a page reads its query is not known before it is drawn.
  expect(drawn).toEqual(['/about?token=secret', '/about'])
})

test('an error that many may get holds nothing of who asked either', async () => {
  draw = (request, response) => void response.writeHead(404, PUBLIC).end(`${LONG}${request.url}`)
  expect((await ask('/nothing?token=secret')).text).toBe(`${LONG}/nothing`)
})

test('somebody’s own page gets its query', async () => {
  draw = (request, response) => void response.writeHead(200).end(`${LONG}${request.url}`)
  expect((await ask('/table?page=2')).text).toBe(`${LONG}/table?page=2`)
  expect(drawn).toHaveLength(1)
})

test('of the query of a page’s data only Next’s own stamp counts', async () => {
  draw = (request, response) => isPublic(response, request.url ?? '')
  expect((await ask('/?_rsc=a1', { rsc: '1' })).text).toBe('/?_rsc=a1')
  expect(drawn).toHaveLength(1)
  expect((await ask('/about?token=secret&_rsc=a1', { rsc: '1' })).text).toBe('/about?_rsc=a1')
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
  const { wait, begun, letGo } = gate()
  draw = async (_, response) => {
    await wait()
    isPublic(response, LONG)
  }
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
  const one = ask('/', { cookie: 'one' })
  await begun(1)
  const other = ask('/', { cookie: 'other' })
  letGo(0)
  await begun(2)
  letGo(1)
  expect((await one).text).toBe('one')
  expect((await other).text).toBe('other')
})

test('after a write nothing is answered, kept or waited for that was begun before it', async () => {
  const { wait, begun, letGo } = gate()
  let content = 'before'
  draw = async (_, response) => {
    const read = content
    await wait()
    isPublic(response, read)
  }
  const early = ask('/')
  await begun(1)
  content = 'after'
  pages.invalidate()
  const late = ask('/')
  const lateData = ask('/', { rsc: '1' })
  letGo(0)
  expect((await early).text).toBe('before')
  await begun(3)
  letGo(1)
  letGo(2)
  expect((await late).text).toBe('after')
  expect((await lateData).text).toBe('after')
  expect((await ask('/')).text).toBe('after')
  expect(drawn).toHaveLength(3)
})

test('a write to one page leaves the others as they are', async () => {
  const others = ['/', '/about', '/profile/10', '/profile', '/note/1/profile/1']
  const own = ['/profile/1', '/profile/1.rsc', '/profile/1/']
  draw = (request, response) => isPublic(response, `${request.url} ${drawn.length}`)
  for (const path of [...others, ...own]) await ask(path)
  await ask('/profile/1', { rsc: '1' })
  await ask('/profile/1', { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' })
  drawn = []
  pages.invalidate(['/profile/1'])
  pages.invalidate([])
  for (const path of others) await ask(path)
  expect(drawn).toEqual([])
  await ask('/profile/1?utm_source=x')
  await ask('/profile/1', { rsc: '1' })
  await ask('/profile/1', { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' })
  await ask('/profile/1.rsc')
  expect(drawn.map((url) => url.split('?')[0])).toEqual([
    ...['/profile/1', '/profile/1', '/profile/1', '/profile/1'],
    '/profile/1.rsc',
  ])
})

test('after a write to one page nothing begun before it is answered, kept or waited for there; elsewhere it is', async () => {
  const { wait, begun, letGo } = gate()
  let content = 'before'
  draw = async (_, response) => {
    const read = content
    await wait()
    isPublic(response, read)
  }
  const early = ask('/profile/1')
  const elsewhere = ask('/about')
  await begun(2)
  content = 'after'
  pages.invalidate(['/profile/1'])
  const late = ask('/profile/1')
  const lateData = ask('/profile/1', { rsc: '1' })
  const joined = ask('/about')
  letGo(0)
  letGo(1)
  expect((await early).text).toBe('before')
  expect([(await elsewhere).text, (await joined).text]).toEqual(['before', 'before'])
  await begun(4)
  letGo(2)
  letGo(3)
  expect([(await late).text, (await lateData).text]).toEqual(['after', 'after'])
  expect([(await ask('/profile/1')).text, (await ask('/about')).text]).toEqual(['after', 'before'])
  expect(drawn).toHaveLength(4)
})

test('a page that could not be drawn is tried anew', async () => {
  draw = () => Promise.reject(new Error('the database is away'))
  await expect(ask('/')).rejects.toThrow()
  draw = (_, response) => isPublic(response, LONG)
  expect((await ask('/')).text).toBe(LONG)
})

test('a client that goes away does not end what others wait for', async () => {
  const { wait, begun, letGo } = gate()
  draw = async (_, response) => {
    await wait()
    isPublic(response, LONG)
  }
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

test('what is kept stays within its bytes, and what was asked for longest goes first', async () => {
  // Text that compresses badly: three of these fit.
  const noise = Array.from({ length: 600 }, () => crypto.randomUUID()).join('')
  draw = (_, response) => isPublic(response, noise)
  for (const path of ['/a', '/b', '/c', '/a', '/d', '/e', '/f']) await ask(path)
  drawn = []
  await ask('/f')
  expect(drawn).toEqual([])
  await ask('/b')
  expect(drawn).toEqual(['/b'])
})

test('the policy of a page names the hash of each of its inline scripts', async () => {
  draw = (_, response) => isPublic(response, '<script>alert(1)</script><script src="/a.js"></script>')
  const { headers } = await ask('/')
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  expect(headers['content-security-policy']).toBe("script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='")
})

test('a page that cannot be drawn because the database is away answers 503, and kept ones go on being served', async () => {
  await ask('/kept')
  draw = (_, response) => void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<p>Broken</p>')
  away = true
  const answer = await ask('/other')
  expect(answer).toMatchObject({ status: 503, text: '<p>Broken</p>' })
  expect(answer.headers['retry-after']).toBe('5')
  expect(await ask('/kept')).toMatchObject({ status: 200, text: LONG })

  away = false
  expect((await ask('/other')).status).toBe(500)
})
