import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { POLICY_WITHOUT_HASHES } from '@/lib/http/server/security-headers'
import { AdmissionQueue } from '@/lib/server/admission-queue'
import { createSiteServer, type RequestHandler, type SiteServer } from '@/lib/server/http-server'
import { EXPECT_MS } from '@/tests/runner/time-limits'

const WAIT = { timeout: EXPECT_MS }

/** A test that waits for the end of this grace does not end. */
const NEVER_MS = 2 ** 31 - 1

let site: SiteServer
let handle: RequestHandler
let port: number
let sockets: Socket[]

beforeEach(() => {
  handle = (_, response) => void response.end('hello')
  return start()
})

async function start() {
  site = createSiteServer((request, response) => handle(request, response), { trustProxy: false, isHttps: false })
  site.server.listen(0, '127.0.0.1')
  await once(site.server, 'listening')
  port = (site.server.address() as AddressInfo).port
  sockets = []
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await site.close(0)
})

async function open(text: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

async function everything(socket: Socket) {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('TRACE is answered 405 with the methods there are, and is not handed on', async () => {
  handle = () => expect.unreachable()
  const text = await everything(await open('TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))
  expect(text).toMatch(/^HTTP\/1\.1 405 /)
  expect(text).toContain('\r\nAllow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n')
  expect(text).not.toContain('TRACE')
})

test('a whole address reaches the handler as its path, whatever host it names', async () => {
  handle = (request, response) => void response.end(`asked for ${request.url}`)
  for (const [sent, handed] of [
    ['http://other.example/api/note?a=http://b/', '/api/note?a=http://b/'],
    ['HTTPS://other.example', '/'],
    ['http://other.example?a=b', '/?a=b'],
  ]) {
    const text = await everything(await open(`POST ${sent} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text.endsWith(`\r\n\r\nasked for ${handed}`)).toBe(true)
  }
})

test.each([
  ['/%6eew', '/new'],
  ['/x/../about?a=b', '/about?a=b'],
  ['/search/%43#', '/search/C'],
  ['//evil.example/', '/evil.example/'],
  ['/\\evil.example', '/evil.example'],
  ['http://other.example//twice', '/twice'],
])('the path %s is moved to its one spelling on this site, and not looked at', async (target, location) => {
  handle = () => expect.unreachable()
  for (const method of ['GET', 'HEAD']) {
    const text = await everything(await open(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    expect(text).toMatch(/^HTTP\/1\.1 308 /)
    expect(text).toContain(`\r\nLocation: ${location}\r\n`)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const text = await everything(await open(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  }
})

test.each(['GET', 'OPTIONS', 'DELETE'])(
  '%s of no address at all is a bad request, and is not handed on',
  async (method) => {
    handle = () => expect.unreachable()
    const text = await everything(await open(`${method} * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  },
)

test.each(['/api/post/%', '/api/note/%ff/', '/api/user/profile/..%2f'])(
  'the id in %s is none: not found, and not handed on',
  async (target) => {
    handle = () => expect.unreachable()
    const text = await everything(await open(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
    expect(text).toContain('{"message":"There is no such call.","error":"There is no such call."}')
  },
)

test('the handler is told the address of the socket, whatever the client claims', async () => {
  handle = (request, response) => void response.end(request.headers['x-forwarded-for'])
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect(await (await fetch(`http://127.0.0.1:${port}/`, { headers })).text()).toBe('127.0.0.1')
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('127.0.0.1')
})

test.each<Record<string, string>>([{ 'X-Forwarded-For': '203.0.113.9' }, { Forwarded: 'for=203.0.113.9' }])(
  'a header of a proxy (%o) that is not trusted is logged once, with the setting to make',
  async (headers) => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)))
    await fetch(`http://127.0.0.1:${port}/`)
    expect(lines()).toEqual([])
    for (let time = 0; time < 3; time += 1) await fetch(`http://127.0.0.1:${port}/`, { headers })
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toMatchObject({ level: 'warn', event: expect.stringContaining('TRUST_PROXY') })
    expect(lines()[0].advice).toContain('set TRUST_PROXY=1')
  },
)

test('a proxy that is trusted is not logged', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const trusting = createSiteServer((_, response) => void response.end(), { trustProxy: true, isHttps: false })
  trusting.server.listen(0, '127.0.0.1')
  await once(trusting.server, 'listening')
  const { port: other } = trusting.server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${other}/`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })
  await trusting.close(0)
  expect(written).not.toHaveBeenCalled()
})

test.each([
  '/?a=%00',
  '/new?copy=%ED%A0%80',
  '/api/find?q=%ED%A0%80',
  '/post/%E0%A4%A?a=%',
  '/%FF',
  'ftp://x/',
  'http://a@b/',
  '/x/../media/a.png',
  '/api//post',
  '/api/%0d',
])('%s is a bad request, and is not handed on', async (target) => {
  handle = () => expect.unreachable()
  const text = await everything(await open(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
})

test('a query that cannot be decoded is no matter', async () => {
  handle = (request, response) => void response.end(request.url)
  for (const target of ['/post/caf%C3%A9?a=%FF', '/?a=/%']) {
    const text = await everything(await open(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
    expect(text.endsWith(`\r\n\r\n${target}`)).toBe(true)
  }
})

test('a handler that throws is answered 500 without its reason', async () => {
  handle = () => Promise.reject(new Error('secret reason'))
  const response = await fetch(`http://127.0.0.1:${port}/`)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
})

test('a handler that throws in the middle of its answer ends the connection', async () => {
  handle = (_, response) => {
    response.write('half')
    throw new Error('no more')
  }
  await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow()
})

test('a client that dawdles over its headers is cut', async () => {
  await site.close(0)
  vi.stubEnv('DEADLINE_FACTOR', '0.1')
  await start()
  const text = await everything(await open('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '))
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
})

test('headers may take ten seconds, and a whole request thirty', async () => {
  await site.close(0)
  vi.stubEnv('DEADLINE_FACTOR', '1')
  await start()
  expect(site.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 })
})

test('closing lets a running request finish and accepts no other', async () => {
  const started = new Promise<ServerResponse>((resolve) => {
    handle = (_, response) => resolve(response)
  })
  const answer = fetch(`http://127.0.0.1:${port}/`)
  const response = await started
  const closing = site.close(30_000)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  response.end('finished')
  expect(await (await answer).text()).toBe('finished')
  await closing
})

test('closing cuts what has not finished in time', async () => {
  const started = new Promise<void>((resolve) => {
    handle = () => resolve()
  })
  const answer = expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  await started
  await site.close(10)
  await answer
})

test.each([
  ['nothing was asked yet, as browsers open them ahead', ''],
  ['a request was only begun', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
])('closing does not wait for a connection on which %s', async (_, text) => {
  await open(text)
  // Answered on another connection: by then the server has seen the first one too.
  await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
  await site.close(NEVER_MS)
})

test('a connection whose answer was begun before closing ends with that answer', async () => {
  const started = new Promise<ServerResponse>((resolve) => {
    handle = (_, response) => {
      response.write('be')
      resolve(response)
    }
  })
  const socket = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const text = everything(socket)
  const response = await started
  const closing = site.close(NEVER_MS)
  response.end('gun')
  await closing
  expect(await text).toContain('gun')
})

test('closing does not wait for a connection that is kept open without a request', async () => {
  const socket = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  await site.close(30_000)
})

describe('with pages', () => {
  let withPages: SiteServer
  let url: string
  let retained: Set<string>
  let soon: Promise<void>
  let finish: () => void

  beforeEach(async () => {
    retained = new Set(['/kept'])
    soon = new Promise((resolve) => {
      finish = resolve
    })
    handle = (_, response) =>
      void response
        .setHeader('Content-Security-Policy', POLICY_WITHOUT_HASHES)
        .setHeader('Cache-Control', 's-maxage=31536000, stale-while-revalidate')
        .end('from the handler')
    withPages = createSiteServer((request, response) => handle(request, response), {
      trustProxy: false,
      isHttps: false,
      production: {
        pages: {
          serve: ({ url }, response) => retained.has(String(url)) && Boolean(response.end('kept')),
          renderUncharged: ({ url }) => (url === '/soon' ? soon : null),
          render: async (_, response) => void response.end('drawn'),
        },
        files: ({ url }, response) => url === '/_next/static/here.js' && Boolean(response.end('file')),
        admission: new AdmissionQueue({
          ...{ total: 3, hashes: 2, arriving: 9, atWork: 2, open: 9, waiting: 3, burstMs: 60_000, share: 0.1 },
          network: { atWork: 9, arriving: 9, clients: 9, burstMs: 60_000, share: 0.1 },
        }),
      },
    })
    withPages.server.listen(0, '127.0.0.1')
    await once(withPages.server, 'listening')
    url = `http://127.0.0.1:${(withPages.server.address() as AddressInfo).port}`
  })

  afterEach(() => withPages.close(0))

  test('reads of pages are answered by what keeps them, all else by the handler, without inline scripts', async () => {
    const text = async (path: string, method = 'GET') => (await fetch(url + path, { method })).text()
    expect(await text('/kept')).toBe('kept')
    expect(await text('/drawn')).toBe('drawn')
    for (const path of [
      '/api/post/1',
      '/api/post?limit=1',
      '/media/a.png',
      '/_next/static/a.js',
      '/share/post/a/b.png',
      '/icon/a/b.png',
      '/favicon.ico',
    ]) {
      expect(await text(path)).toBe('from the handler')
    }
    expect(await text('/api/post', 'POST')).toBe('from the handler')
    // Everybody gets the same lists, but who is signed in.
    expect(await text('/api/post')).toBe('drawn')
    const headers = { cookie: 'next-auth.session-token=x' }
    expect(await (await fetch(`${url}/api/post`, { headers })).text()).toBe('from the handler')
    const answer = await fetch(`${url}/api/post/1`)
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  test('no shared cache is told to hold on to an answer', async () => {
    for (const path of ['/api/post/1', '/media/a.png', '/_next/data/a.json']) {
      expect((await fetch(url + path)).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'PURGE'])(
    '%s of what is only read is answered 405, and nothing is rendered',
    async (method) => {
      handle = () => expect.unreachable()
      for (const path of ['/kept', '/drawn?a=b', '/media/a.png', '/_next/static/a.js', '/apiary']) {
        const answer = await fetch(url + path, { method })
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
        expect(await answer.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
      }
    },
  )

  test('OPTIONS tells what a page takes, and is the handler’s for the API', async () => {
    const answer = await fetch(`${url}/drawn`, { method: 'OPTIONS' })
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
    expect(await (await fetch(`${url}/api/post`, { method: 'OPTIONS' })).text()).toBe('from the handler')
    expect((await fetch(`${url}/api/post`, { method: 'PROPFIND' })).status).toBe(405)
  })

  /** The first line of each response on a connection that sends these and closes. */
  async function exchange(requests: string[]): Promise<string[]> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    const last = requests.length - 1
    socket.write(
      requests
        .map((line, index) => `${line} HTTP/1.1\r\nHost: x\r\n${index === last ? 'Connection: close\r\n' : ''}\r\n`)
        .join(''),
    )
    return (await everything(socket)).match(/HTTP\/1\.1 \d+/g) ?? []
  }

  test('of one connection one request is at work, and the answers come in their order', async () => {
    const begun: string[] = []
    let most = 0
    let running = 0
    handle = async (request, response) => {
      begun.push(String(request.url))
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      response.end(request.url)
    }
    expect(await exchange(['GET /api/1', 'GET /kept', 'GET /api/2', 'GET /api/3'])).toEqual(
      Array(4).fill('HTTP/1.1 200'),
    )
    expect([begun, most]).toEqual([['/api/1', '/api/2', '/api/3'], 1])
  })

  test('more than may wait are refused: by the contract’s error for calls, else by a plain page', async () => {
    const holding: ServerResponse[] = []
    handle = (_, response) => void holding.push(response)
    let answered = 0
    const refusals: Response[] = []
    for (let count = 0; count < 6; count += 1) {
      void fetch(`${url}/api/post/1`).then((answer) => {
        answered += 1
        if (answer.status === 429) refusals.push(answer)
      })
    }
    // Two are at work and three wait.
    const refused = await vi.waitUntil(() => holding.length === 2 && refusals[0], WAIT)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
    const page = await fetch(`${url}/drawn`)
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    for (const path of ['/kept', '/_next/static/here.js']) expect((await fetch(url + path)).status).toBe(200)
    await vi.waitUntil(() => {
      for (const response of holding.splice(0)) response.end()
      return answered === 6
    }, WAIT)
    expect(refusals).toHaveLength(1)
  })

  test('who needs a page that is rendered on nobody’s account takes no place of their client', async () => {
    const holding: ServerResponse[] = []
    handle = (_, response) => void holding.push(response)
    const answers = Array.from({ length: 6 }, async () => (await fetch(`${url}/soon`)).text())
    const call = fetch(`${url}/api/post/1`)
    await vi.waitUntil(() => holding.length === 1, WAIT)
    retained.add('/soon')
    finish()
    expect(await Promise.all(answers)).toEqual(Array(6).fill('kept'))
    holding[0]?.end()
    expect((await call).status).toBe(200)
  })

  test('two hosts are a bad request', async () => {
    handle = () => expect.unreachable()
    const text = await everything(await open('GET /kept HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n'))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('the data of a page has no name of its own', async () => {
    for (const path of ['/search/x.rsc', '/about.segments/_tree.segment.rsc', '/api/post.rsc', '/a.rsc/?b=c']) {
      expect((await fetch(url + path)).status).toBe(404)
    }
    expect((await fetch(`${url}/drawn?a=b.rsc`)).status).toBe(200)
  })
})

test('browsers are told to keep to https only where the public address is https', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).headers.has('strict-transport-security')).toBe(false)
  const secure = createSiteServer((_, response) => void response.end(), { trustProxy: false, isHttps: true })
  secure.server.listen(0, '127.0.0.1')
  await once(secure.server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(secure.server.address() as AddressInfo).port}/`)
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  await secure.close(0)
})
