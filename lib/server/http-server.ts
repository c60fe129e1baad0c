import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { REVALIDATE } from '@/lib/api/server/json'
import { canonicalTarget } from '@/lib/http/server/canonical-target'
import { createProxyWarning, resolveClientAddress } from '@/lib/http/server/client-address'
import { contentPolicy, POLICY_WITHOUT_HASHES } from '@/lib/http/server/security-headers'
import { describeError, log, withRequestContext } from '@/lib/platform/server/log'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** A client that neither reads nor writes for so long is gone, or wishes us ill. */
const IDLE_TIMEOUT_MS = 60_000
/** Longer than the 60 seconds for which common proxies reuse a connection: the side that reuses must close first. */
const KEEP_ALIVE_MS = 65_000

/** Answers reads of pages; `serve` at once and in full, or not at all. */
export type PageServer = {
  serve(request: IncomingMessage, response: ServerResponse): boolean
  draw(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type SiteServerOptions = {
  trustProxy: boolean
  /** The public address is https, so browsers are told to come back by no other way. */
  isHttps: boolean
  /** Stands before the handler; without it, as in development, the handler gets everything. */
  pages?: PageServer
}

/** On every answer of a site whose public address is https. */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' } as const

/** What is no page: calls, files with names of their own, pictures. */
const NO_PAGE = /^\/((api|_next|media|share|fonts)\/|views\.js(\?|$))/
const API = /^\/api(\/|\?|$)/
/** Next's names for the data of a page, which it also answers by header: a page has one name. */
const PAGE_DATA = /^[^?]*\.rsc\/?(\?|$)/
/** Known to the API's handlers, which answer what they do not take with what they do. */
const API_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD'])

export type SiteServer = {
  server: Server
  /** Stops accepting, lets running requests finish for at most `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
}

/**
 * The HTTP server everything passes through. It bounds slow clients and refuses methods and spellings of a path that
 * nothing behind it is made for, because Next does not; every other request goes to `handle`, with the client's address
 * as we know it in `x-forwarded-for`.
 */
export function createSiteServer(
  handle: RequestHandler,
  { trustProxy, isHttps, pages }: SiteServerOptions,
): SiteServer {
  let closing = false
  const warnOfProxy = createProxyWarning()
  /** What is being answered, and on which connection. */
  const running = new Map<ServerResponse, Socket>()
  const connections = new Set<Socket>()
  const isBusy = (socket: Socket) => [...running.values()].includes(socket)

  const listener: RequestListener = (request, response) => {
    const target = canonicalTarget(request.url ?? '')
    if (target?.isCanonical) request.url = target.url
    const isPage = pages !== undefined && target?.isCanonical === true && isPageRead(request)
    // Nothing waits and nothing is left to do after it, so none of what follows is needed.
    if (isPage && !closing && pages.serve(request, response)) return
    running.set(response, request.socket)
    // Next listens once a stage of its pipeline, and a rewritten page has more of them than Node finds plausible.
    response.setMaxListeners(30)
    response.once('close', () => {
      running.delete(response)
      // An answer begun before closing has promised to keep its connection.
      if (closing && !isBusy(request.socket)) request.socket.destroySoon()
    })
    if (!isPage) {
      if (pages) correctHeaders(response)
      if (isHttps) for (const [name, value] of Object.entries(HSTS)) response.setHeader(name, value)
    }
    if (closing) response.setHeader('Connection', 'close')
    if (!target?.isCanonical) return refuseTarget(request, response, target?.url)
    if (refuseMethod(request, response, { pagesOnly: pages !== undefined })) return
    if (pages && PAGE_DATA.test(target.url)) return plainResponse(response, 404, 'There is no such page.')
    const { headers } = request
    if (!trustProxy) warnOfProxy(headers)
    // Next would hand on what the client claims here, and limits count by it.
    headers['x-forwarded-for'] = resolveClientAddress(
      headers['x-forwarded-for']?.toString(),
      request.socket.remoteAddress,
      trustProxy,
    )
    const asked = { requestId: randomUUID(), method: request.method ?? '', path: pathOf(request) }
    void withRequestContext(asked, () => answer(isPage ? pages.draw.bind(pages) : handle, request, response))
  }
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // How often the two limits above are looked at; the default of 30 s would stretch them.
      connectionsCheckingInterval: 1_000,
    },
    listener,
  )
  server.timeout = IDLE_TIMEOUT_MS
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  return {
    server,
    async close(graceMs) {
      closing = true
      for (const response of running.keys()) if (!response.headersSent) response.setHeader('Connection', 'close')
      // Node ends only connections that have had a request. Browsers open some ahead, and slow clients never ask.
      for (const socket of connections) {
        if (isBusy(socket)) continue
        // A kept page may still be on its way out.
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

function isPageRead({ method, url = '/' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !NO_PAGE.test(url) && !PAGE_DATA.test(url)
}

/** Outside of pages there are no inline scripts to allow. `s-maxage` is for a host's own cache, which it can empty. */
function correctHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead
  response.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    if (this.getHeader('Content-Security-Policy') === POLICY_WITHOUT_HASHES) {
      this.setHeader('Content-Security-Policy', contentPolicy([]))
    }
    if (/\bs-maxage\b/.test(String(this.getHeader('Cache-Control')))) this.setHeader('Cache-Control', REVALIDATE)
    return (writeHead as (...args: unknown[]) => ServerResponse).apply(this, args)
  } as ServerResponse['writeHead']
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
 * Whether the request is answered with that: an address of the API knows its own methods, of those there are at all;
 * everything else is only read. In development Next has addresses of its own that are written to.
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
  else plainResponse(response, 405, 'This address does not take that method.')
  return true
}

/**
 * Who wrote a page's address by hand is moved to its one spelling. A write never leaves the address it was sent to, and
 * the addresses of calls and files are written by programs.
 */
function refuseTarget({ method }: IncomingMessage, response: ServerResponse, url: string | undefined): void {
  if (url !== undefined && !NO_PAGE.test(url) && (method === 'GET' || method === 'HEAD')) {
    response.writeHead(308, { Location: url, 'Cache-Control': 'no-store' }).end()
  } else plainResponse(response, 400, 'This is no address of this site.')
}

function plainResponse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(JSON.stringify({ message, error: message }))
}

function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? ''
}
