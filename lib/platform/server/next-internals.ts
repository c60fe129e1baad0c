import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { NextConfig } from 'next'

/**
 * What Next and Node.js do without promising it: experimental flags, private names, the order of things. All that the
 * product knows of it is in this file, but for NotFoundBoundary, which is a component. It is in lib/platform because the
 * database client needs it too, and imports nothing of ours because next.config.ts does. Each piece names the tests that
 * fail once it no longer holds; with these major versions it did hold.
 *
 * Test: lib/platform/server/next-internals.test.ts "it was tried with these versions"
 */
export const TRIED_ON = { next: [16], node: [20, 22, 24, 26] }

/**
 * Experimental flags.
 * - `authInterrupts`: `forbidden()` answers a real 403 with the nearest forbidden.tsx.
 * - `caseSensitiveRoutes`: /About is no screen, only /about is.
 * - `inlineCss`: styles are in the page. On a slow line a file of their own is one more round trip before anything is
 *   drawn.
 * - `isrFlushToDisk`: what pages show comes from a database; kept in .next, it could reach a site with another one.
 * - `staleTimes`: seconds for which a page that was prefetched is shown; the least that Next takes.
 * - `validateRSCRequestHeaders`: Next redirects a request for flight data whose query is not the hash of its headers,
 *   for shared caches that know no Vary. None may store a response of ours without asking again, and our page cache
 *   drops both headers and query.
 *
 * Test: tests/contract/next-internals.contract.ts "who may not open a screen gets a 403", "a page holds its styles",
 * "what is rendered while the site runs gets no file"; tests/contract/neighbours.contract.ts
 * "hints that Next’s client never sends"; tests/e2e/frame.spec.ts "answers 404 with its two lines",
 * "a link that is hovered"
 */
export const EXPERIMENTAL = {
  authInterrupts: true,
  caseSensitiveRoutes: true,
  inlineCss: true,
  isrFlushToDisk: false,
  staleTimes: { static: 30 },
  validateRSCRequestHeaders: false,
} satisfies NextConfig['experimental']

/**
 * Gives Next the configuration as the build resolved it, as Next's own standalone servers do. Reading next.config.ts
 * again would load its compiler: 30 MB and half a second of every start.
 *
 * Test: lib/platform/server/next-internals.test.ts "Next takes the configuration of the build"
 */
export function takeBuiltConfig(dir: string): void {
  const file = path.join(dir, '.next', 'required-server-files.json')
  const { config } = JSON.parse(readFileSync(file, 'utf8')) as { config: unknown }
  // biome-ignore lint/style/noProcessEnv: it is Next that reads this one
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}

/**
 * What Next is told of the server it runs in. It handles upgrades on the one it is given: in production nothing
 * upgrades, and its listener would leave such sockets open for ever, so it gets one that never listens. `hostname` is
 * only Next's name for itself. Its middleware calls every loopback address localhost: with another name a rewrite would
 * count as one to a foreign server, be requested over the network, and lose its status.
 *
 * Test: tests/contract/next-internals.contract.ts "an upgrade that nobody handles",
 * "who may not open a screen gets a 403"
 */
export function hostOptions(server: Server, { dev }: { dev: boolean }): { hostname: string; httpServer: Server } {
  return { hostname: 'localhost', httpServer: dev ? server : createServer() }
}

/**
 * Has `write` called with what Next writes to the console: it has no other way to tell of a page that failed.
 *
 * Test: tests/operations/logs.operations.ts "each error is one line of JSON"
 */
export function takeConsole(write: (level: 'warn' | 'error', parts: unknown[]) => void): void {
  for (const level of ['warn', 'error'] as const) console[level] = (...parts: unknown[]) => write(level, parts)
}

/**
 * Keeps Next from storing what it renders. It keeps none of it (`cacheMaxMemorySize`, `isrFlushToDisk`), but writes all of
 * it as JSON first, to measure it: a tenth of a rendering. And it remembers the lifetime of each address for ever.
 *
 * Test: lib/platform/server/next-internals.test.ts "Next stores nothing"
 */
export function storeNothing(): void {
  let current: unknown
  // Next makes one for each request, and leaves it here.
  Object.defineProperty(globalThis, '__incrementalCache', {
    configurable: true,
    get: () => current,
    set(cache: { set: () => Promise<void> }) {
      cache.set = async () => {}
      current = cache
    },
  })
}

/**
 * Calls `correct` once the headers of a response are set, and before they are sent. Next sets them one by one before it
 * calls `writeHead`, or has Node call it.
 *
 * Test: tests/contract/neighbours.contract.ts "no shared cache may hold on to an answer"
 */
export function beforeHeaders(response: ServerResponse, correct: (response: ServerResponse) => void): void {
  const writeHead = response.writeHead
  response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    correct(this)
    return (writeHead as (...args: unknown[]) => ServerResponse).apply(this, args)
  } as ServerResponse['writeHead']
}

/**
 * Whether a Cache-Control header is that of a page Next could cache. It names the lifetime in a host's own cache, which
 * is emptied on writes; in front of our server there is at most a proxy that does not hear of writes.
 *
 * Test: tests/contract/headers.contract.ts "a page is asked for each time"
 */
export function isForHostCache(cacheControl: string): boolean {
  return /\bs-maxage=\d+/.test(cacheControl)
}

/**
 * A response header that concerns only Next's own cache.
 *
 * Test: tests/contract/next-internals.contract.ts "nothing tells of Next’s own cache"
 */
export const NEXT_CACHE_HEADER = 'x-nextjs-cache'

/**
 * Paths under which Next also serves flight data (the data of a page, from which its client renders a navigation), which
 * its client requests by header.
 *
 * Test: tests/contract/neighbours.contract.ts "the data of a page has no name of its own"
 */
export const FLIGHT_PATH = /^[^?]*\.rsc\/?(\?|$)/

/**
 * What Next's client adds to the address of flight data.
 *
 * Test: tests/e2e/frame.spec.ts "while loading, from"
 */
export const FLIGHT_QUERY = /[?&]_rsc=/

const SEGMENT = /^(?:\/[\w$@!-]{1,100}){1,16}$/

/**
 * Of the headers of a request those that say which flight data it wants instead of the page, in a fixed order; none for
 * the page. A value that Next's client never sends counts as not sent.
 *
 * Test: tests/contract/next-internals.contract.ts "flight data is given whole and in segments"
 */
export function flightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  if (headers.rsc !== '1') return {}
  const data = { rsc: '1' }
  const prefetch = headers['next-router-prefetch']
  if (prefetch !== '1' && prefetch !== '2') return data
  const ahead = { ...data, 'next-router-prefetch': prefetch }
  const segment = headers['next-router-segment-prefetch']
  if (prefetch !== '1' || typeof segment !== 'string' || !SEGMENT.test(segment)) return ahead
  return { ...ahead, 'next-router-segment-prefetch': segment }
}

const POLICY = 'content-security-policy'

/**
 * The headers of a request for which Next writes this nonce on its scripts, in pages that it could cache too. It reads
 * the nonce from the policy in the request, which a client must not choose. Flight data has none: it runs under the
 * policy of the page that requested it.
 *
 * Test: tests/e2e/content-policy.spec.ts "runs with its own nonce"
 */
export function withNonce(headers: IncomingHttpHeaders, nonce: string): IncomingHttpHeaders {
  const { [POLICY]: _policy, [`${POLICY}-report-only`]: _reported, ...others } = headers
  return others.rsc === '1' ? others : { ...others, [POLICY]: `script-src 'nonce-${nonce}'` }
}

const TRANSITIONS = /(<[a-z]+\b[^<>]*?)(?: vt-[a-z-]+="[^"<>]*")+/g
const HEAD_END = '</head>'
const STYLE = { start: '<style', end: '</style>' }

/**
 * A page with its styles behind its metadata, because programs that show a link read only its beginning; and without what
 * React writes into it of its <ViewTransition>s: attributes that HTML does not have, for pages that are shown in parts. In
 * the browser React names what moves anew.
 *
 * Test: tests/contract/machines.contract.ts "what programs read of a page", "no page has what HTML does not"
 */
export function finishPage(html: string): string {
  const shown = html.includes(' vt-') ? html.replace(TRANSITIONS, '$1') : html
  const headEnd = shown.indexOf(HEAD_END)
  let [rest, styles] = ['', '']
  let at = 0
  for (;;) {
    const start = shown.indexOf(STYLE.start, at)
    const end = shown.indexOf(STYLE.end, start) + STYLE.end.length
    if (start < 0 || end > headEnd) break
    rest += shown.slice(at, start)
    styles += shown.slice(start, end)
    at = end
  }
  return styles === '' ? shown : rest + shown.slice(at, headEnd) + styles + shown.slice(headEnd)
}

type Chunk = string | Uint8Array

/**
 * Finishes pages where Next answers without our own server, and redirects too: Next sends a page with them, and names
 * their address twice, because it appends the headers of what it would have cached to those that it has set.
 *
 * Test: tests/operations/host.operations.ts "one value in each header", "what programs read of a page"
 */
export function finishAnswers(): void {
  const { appendHeader, write, end } = ServerResponse.prototype
  const heads = new WeakMap<ServerResponse, string>()
  const isFinished = new WeakSet<ServerResponse>()

  /** What can be sent of a response, with its next part. Bytes, as which signs of several may be cut, are kept as such. */
  function ready(response: ServerResponse, chunk: Chunk, isLast: boolean): Chunk {
    const isRedirect = response.statusCode > 300 && response.statusCode < 400 && response.hasHeader('location')
    if (isRedirect && !response.headersSent) response.removeHeader('content-length')
    if (isRedirect) return ''
    const isPage = String(response.getHeader('content-type')).startsWith('text/html')
    if (!isPage || isFinished.has(response)) return chunk
    const html = (heads.get(response) ?? '') + Buffer.from(chunk as string).toString('latin1')
    heads.set(response, html)
    if (!isLast && !html.includes(HEAD_END)) return ''
    isFinished.add(response)
    return Buffer.from(finishPage(html), 'latin1')
  }

  Object.assign(ServerResponse.prototype, {
    appendHeader(this: ServerResponse, name: string, value: string | string[]) {
      return this.getHeader(name) === value ? this : appendHeader.call(this, name, value)
    },
    write(this: ServerResponse, chunk: Chunk) {
      const sent = ready(this, chunk, false)
      return sent.length === 0 || write.call(this, sent, 'utf8')
    },
    end(this: ServerResponse, ...args: unknown[]) {
      const isChunk = typeof args[0] === 'string' || args[0] instanceof Uint8Array
      const sent = ready(this, isChunk ? (args[0] as Chunk) : '', true)
      const hasLength = !this.headersSent && this.hasHeader('content-length') && (isChunk || sent.length > 0)
      if (hasLength) this.setHeader('Content-Length', Buffer.byteLength(sent))
      const done = args.find((arg) => typeof arg === 'function') as (() => void) | undefined
      return end.call(this, sent, 'utf8', done)
    },
  })
}

/**
 * The pages that the build has rendered (404, 500): Next sends them as they are, byte for byte, without a nonce.
 *
 * Test: tests/e2e/frame.spec.ts "answers 404 with its two lines"
 */
export function builtPages(dir: string): Buffer[] {
  const server = path.join(dir, '.next', 'server')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  return files.map((file) => readFileSync(path.join(server, file)))
}

const REQUEST_CONTEXT = Symbol.for('@next/request-context')
type RequestContext = { get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined }

/**
 * Keeps a serverless function awake for some time after its response, where the host can: it offers that in the place
 * where Next's `after` looks for it.
 *
 * Test: lib/platform/server/next-internals.test.ts "a function stays awake by what Next too asks for it"
 */
export function stayAwake(milliseconds: number): void {
  const context = (globalThis as { [REQUEST_CONTEXT]?: RequestContext })[REQUEST_CONTEXT]
  context?.get()?.waitUntil?.(delay(milliseconds))
}

/**
 * How the names of the properties begin that React hangs on each element it has taken over; tests wait for one.
 *
 * Test: tests/e2e/content-policy.spec.ts "runs with its own nonce"
 */
export const REACT_PROPS = '__reactProps'
