import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { REVALIDATE } from '@/lib/api/server/json'
import { type Client, clientOf, hasCredentials, strangerOf } from '@/lib/auth/server/client-identity'
import { canonicalTarget } from '@/lib/http/server/canonical-target'
import { createProxyWarning, resolveClientAddress } from '@/lib/http/server/client-address'
import { contentPolicy, POLICY_WITHOUT_HASHES } from '@/lib/http/server/security-headers'
import { deadline } from '@/lib/platform/server/deadlines'
import { describeError, log, withRequestContext } from '@/lib/platform/server/log'
import { beforeHeaders, FLIGHT_PATH, isForHostCache } from '@/lib/platform/server/next-internals'
import { PUBLIC_PAGES } from '@/lib/routes/public-pages'
import type { AdmissionQueue } from '@/lib/server/admission-queue'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** Longer than the 60 seconds for which common proxies reuse a connection: the proxy has to close it first. */
const KEEP_ALIVE_MS = 65_000

/**
 * Serves reads of pages. `serve` responds synchronously from the cache, or returns false; `renderUncharged` resolves when
 * a render ends that no client is charged for, if there is one.
 */
type PageServer = {
  renderUncharged(request: IncomingMessage): Promise<unknown> | null
  serve(request: IncomingMessage, response: ServerResponse): boolean
  render(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Serves a file whose name has a hash of its content, or returns false. */
export type FileServer = (request: IncomingMessage, response: ServerResponse) => boolean

export type SiteServerOptions = {
  trustProxy: boolean
  /** The public address is https: every response carries HSTS. */
  isHttps: boolean
  /** Without them, as in development, `handle` gets every request. */
  production?: {
    /** Handles page reads before `handle`. */
    pages: PageServer
    files: FileServer
    /** Admits all but cached pages and `files`. */
    admission: AdmissionQueue
  }
}

/** On every response of a site whose public address is https. */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' } as const

/** Not a page: API calls but the lists that are cached like pages, hashed files, images. */
const NO_PAGE =
  /^\/((api|_next|media|share|icon|fonts)\/|(views\.js|icon\.svg|favicon\.ico|apple-touch-icon\.png)(\?|$))/
/** Whole, for who is not signed in: admins get more. */
const LIST_CALL = new RegExp(`^(${PUBLIC_PAGES.postsCall.path}|${PUBLIC_PAGES.notesCall.path})/?$`)
const API = /^\/api(\/|\?|$)/
/** Halves of characters: decoded, nothing tells them from a character that is there. */
const HALF = /%ed%[ab][\da-f]/i
/** Whoever watches the process has to hear from it while everything waits for a database that does not answer. */
const HEALTH = /^\/api\/health\//
/** Have a password hashed: as many at once as there is room for, whatever else the process does. */
const HASHED = /^\/api\/(user\/(signin|signup|second-factor)|auth\/callback)(\/|\?|$)/
/** How often it is looked whether a body is here, and how many times. */
const BODY_CHECK_MS = 5
const BODY_CHECKS = 20
/** Methods the API's handlers respond to themselves, if only with a 405. */
const API_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD'])

export type SiteServer = {
  server: Server
  /**
   * Stops accepting connections, lets running requests finish for at most `graceMs`, then closes the remaining
   * connections.
   */
  close(graceMs: number): Promise<void>
}

/**
 * The HTTP server in front of everything. It sets timeouts for slow clients and refuses methods and non-canonical
 * paths, because Next does not; every other request goes to `handle`, with the client's verified address in
 * `x-forwarded-for`.
 */
export function createSiteServer(
  handle: RequestHandler,
  { trustProxy, isHttps, production }: SiteServerOptions,
): SiteServer {
  let closing = false
  const warnOfProxy = createProxyWarning()
  /** Responses in progress and their connections. */
  const running = new Map<ServerResponse, Socket>()
  const connections = new Set<Socket>()
  const isBusy = (socket: Socket) => [...running.values()].includes(socket)

  const listener: RequestListener = (request, response) => {
    const isValid = hasOneHost(request) && isText(request)
    const target = isValid ? canonicalTarget(request.url ?? '') : null
    if (target?.isCanonical) request.url = target.url
    const isPage = production !== undefined && target?.isCanonical === true && isPageRead(request)
    // Served synchronously and completely, so none of the bookkeeping below is needed.
    const serveAtOnce = () => isPage && production.pages.serve(request, response)
    if (!closing && response.socket && serveAtOnce()) return
    running.set(response, request.socket)
    // Next adds a listener in each stage of its pipeline; a rewritten page exceeds Node's default maximum.
    response.setMaxListeners(30)
    response.once('close', () => {
      running.delete(response)
      // A response begun before closing has promised keep-alive.
      if (closing && !isBusy(request.socket)) request.socket.destroySoon()
    })
    if (!isPage) {
      if (production) beforeHeaders(response, correctHeaders)
      if (isHttps) for (const [name, value] of Object.entries(HSTS)) response.setHeader(name, value)
    }
    if (closing) response.setHeader('Connection', 'close')
    if (!target?.isCanonical) return refuseTarget(request, response, target?.url)
    if (refuseMethod(request, response, { pagesOnly: production !== undefined })) return
    // A page has one URL.
    if (production && FLIGHT_PATH.test(target.url)) return plainResponse(response, 404, 'There is no such page.')
    const isFile = () => production?.files(request, response) ?? false
    if (response.socket && isFile()) return
    const { headers } = request
    if (!trustProxy) warnOfProxy(headers)
    // Next would pass on the client's claim, and rate limits depend on this address.
    headers['x-forwarded-for'] = resolveClientAddress(
      headers['x-forwarded-for']?.toString(),
      request.socket.remoteAddress,
      trustProxy,
    )
    const context = { requestId: randomUUID(), method: request.method ?? '', path: pathOf(request) }
    const work = isPage ? production.pages.render.bind(production.pages) : handle
    const run = () => {
      // By now another request may have filled the cache.
      if (!serveAtOnce() && !isFile()) void withRequestContext(context, () => answer(work, request, response))
    }
    if (!production) return run()
    const enqueue = (client: Client) => {
      const isUrgent = HEALTH.test(target.url)
      const isHashed = HASHED.test(target.url) && request.method === 'POST'
      const refuse = (retryAfter: number) => refuseForNow(request, response, retryAfter)
      production.admission.admit(client, { request, response, isUrgent, isHashed, run, refuse })
    }
    const admit = async () => {
      if (!PAGE_METHODS.has(request.method ?? '')) await bodyOrMoment(request)
      enqueue(hasCredentials(headers) ? await clientOf(headers) : strangerOf(headers))
    }
    const uncharged = isPage && response.socket ? production.pages.renderUncharged(request) : null
    if (uncharged) void uncharged.then(() => (serveAtOnce() ? undefined : admit()))
    else void admit()
  }
  const server = createServer(
    {
      headersTimeout: deadline('requestHeaders'),
      requestTimeout: deadline('request'),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // How often the two timeouts above are checked; the default of 30 s would stretch them.
      connectionsCheckingInterval: 1_000,
    },
    listener,
  )
  server.timeout = deadline('silentConnection')
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  return {
    server,
    async close(graceMs) {
      closing = true
      for (const response of running.keys()) if (!response.headersSent) response.setHeader('Connection', 'close')
      // Node closes only connections that have had a request. Browsers open some ahead, and slow clients never send
      // one.
      for (const socket of connections) {
        if (isBusy(socket)) continue
        // A cached page may still be in the write buffer.
        if (socket.writableLength > 0) socket.destroySoon()
        else socket.destroy()
      }
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
    },
  }
}

function isPageRead({ method, url = '/', headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || FLIGHT_PATH.test(url)) return false
  return !NO_PAGE.test(url) || (LIST_CALL.test(url) && !hasCredentials(headers))
}

/**
 * Waits until a body has arrived, but not for one that dawdles: with its body here, a request takes a slot like any other,
 * and does not start its work when nobody expects it. Node tells nobody of a body that is not read.
 */
async function bodyOrMoment(request: IncomingMessage): Promise<void> {
  await nextTurn()
  for (let check = 0; check < BODY_CHECKS && !request.complete && !request.destroyed; check += 1)
    await delay(BODY_CHECK_MS)
}

/** Only pages have inline scripts to allow. */
function correctHeaders(response: ServerResponse): void {
  if (response.getHeader('Content-Security-Policy') === POLICY_WITHOUT_HASHES) {
    response.setHeader('Content-Security-Policy', contentPolicy([]))
  }
  if (isForHostCache(String(response.getHeader('Cache-Control')))) response.setHeader('Cache-Control', REVALIDATE)
}

async function answer(handle: RequestHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handle(request, response)
  } catch (error) {
    log('error', 'request failed', describeError(error))
    if (response.headersSent) response.destroy()
    else plainResponse(response, 500, 'Something went wrong on our side. Please try again.')
  }
}

/**
 * Refuses unknown methods; returns true when it has responded. An API route checks its own methods; every other address
 * is read-only. In development Next has addresses of its own that are written to.
 */
function refuseMethod(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { pagesOnly }: { pagesOnly: boolean },
): boolean {
  const isPage = pagesOnly && !API.test(url)
  if ((isPage ? PAGE_METHODS : API_METHODS).has(method)) return false
  response.setHeader('Allow', isPage ? 'GET, HEAD, OPTIONS' : 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
  if (method === 'OPTIONS') response.writeHead(204).end()
  else plainResponse(response, 405, 'This address does not support that method.')
  return true
}

/**
 * Redirects a read of a non-canonical page address. A write is never redirected, and the addresses of API calls and
 * files are written by programs: those get 400, or 404 where an id cannot be decoded.
 */
function refuseTarget(request: IncomingMessage, response: ServerResponse, url: string | undefined): void {
  const { method } = request
  if (url !== undefined && !NO_PAGE.test(url) && (method === 'GET' || method === 'HEAD')) {
    response.writeHead(308, { Location: url, 'Cache-Control': 'no-store' }).end()
  } else if (API.test(pathOf(request)) && !canonicalTarget(pathOf(request)))
    plainResponse(response, 404, 'There is no such call.')
  else plainResponse(response, 400, 'This address is not valid.')
}

/** Whether the query can be text. What else is wrong with that of a call, its schema says: NUL, for one. */
function isText(request: IncomingMessage): boolean {
  const query = queryOf(request)
  return !HALF.test(query) && (API.test(request.url ?? '') || !query.includes('%00'))
}

/** More than one is a mistake or an attack (RFC 9112, 3.2). */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1
  }
  return count <= 1
}

/** The client has too much waiting, or has cost too much. */
function refuseForNow(request: IncomingMessage, response: ServerResponse, retryAfter: number): void {
  const message = `Too many requests at once. Please try again in ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`}.`
  response.setHeader('Retry-After', retryAfter)
  if (API.test(request.url ?? '')) {
    plainResponse(response, 429, message)
    return
  }
  response.writeHead(429, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy([]),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(
    `<!DOCTYPE html><html lang="en"><title>Too many requests</title><h1>Too many requests</h1><p>${message}</p>`,
  )
}

function plainResponse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(JSON.stringify({ message, error: message }))
}

function queryOf({ url = '' }: IncomingMessage): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : ''
}

function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? ''
}
