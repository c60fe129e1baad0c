import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type DispatchFunc, type Response as Injected, inject } from 'light-my-request'
import { LRUCache } from 'lru-cache'
import type { Client } from '@/lib/auth/server/client-identity'
import { type BuiltPages, builtPageSources } from '@/lib/cache/built-pages'
import { ClientQueue, NoSlotError } from '@/lib/cache/client-slots'
import { chooseEncoding, compress, ENCODINGS, type Encoding, isCompressible } from '@/lib/cache/content-encoding'
import type { PageCacheHandle } from '@/lib/cache/page-cache-registry'
import { ENTRY_MAX_BYTES, type PageBudgets, PageEntries } from '@/lib/cache/page-entries'
import { pageKind } from '@/lib/cache/page-kinds'
import { RawResponse } from '@/lib/cache/raw-response'
import type { RenderAllowance } from '@/lib/cache/render-allowance'
import { newNonce, renderedPageScriptSources, unknownScripts } from '@/lib/cache/script-policy'
import { namesEtag } from '@/lib/http/server/etag'
import { log } from '@/lib/platform/server/log'

export type Render = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export type PageCacheOptions = {
  /** Draws a page anew. */
  render: Render
  /** The most that is kept of each kind of page, in bytes; what was not asked for longest goes first. */
  maxBytes: PageBudgets
  /** The policy of a page whose inline scripts run by these sources: a nonce, hashes. */
  contentPolicy: (inlineScripts: string[]) => string
  /** Pages that Next sends as the build wrote them, without the nonce of the request. */
  builtPages: BuiltPages
  /** On every answer. */
  headers: Record<string, string>
  /** Whose request it is. */
  clientOf: (headers: IncomingHttpHeaders) => Promise<Client>
  /** What a client who is no admin may have rendered that the next visitor does not get from the cache of named pages. */
  allowance: RenderAllowance
  /** Whether a page that could not be drawn now can be later: the database is away. */
  isAway: () => Promise<boolean>
}

/** An answer as it was drawn. */
type RenderedPage = {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  isPublic: boolean
  /** Without the query. */
  path: string
  /** On the scripts that Next wrote into it. */
  nonce: string
}

/** How many unknown scripts are remembered, so that each is logged once. */
const LOGGED_MAX = 1_000

/** One encoding of a kept page, ready to be written; `known` is for who has it already. */
type EncodedEntry = { etag: string; whole: RawResponse; known: RawResponse }

type CacheEntry = { bytes: number; copies: Record<Encoding, EncodedEntry> }

type RenderResult = { drawn: RenderedPage; kept: CacheEntry | null }

/** What is being drawn at one path; stale once the path was invalidated. */
type PathRenders = { isStale: boolean; shared: Map<string, Promise<RenderResult>>; all: Set<Promise<RenderResult>> }

/**
 * For what Next marks with an age of a year, for the cache of a host that it can empty. Before this server stands, if
 * anything, a proxy that nobody tells of a write: it has to ask each time.
 */
const ASK_EACH_TIME = 'public, max-age=0, must-revalidate'

const RETRY_AFTER_SECONDS = '5'

/** Of one client. Few: between two of its own everybody else's requests come to their turn. */
const SLOTS = { running: 2, waiting: 100 }
const CACHED_TYPES =
  /^(text\/(html|x-component|markdown|plain|xml)|application\/(xml|json|(rss|atom)\+xml|feed\+json))\b/

/** Of Next's answer, what we say ourselves, or what only its own cache could mean. */
const REPLACED = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'],
  ...['cache-control', 'content-encoding', 'etag', 'vary', 'x-nextjs-cache', 'content-security-policy'],
])

/** The client's wishes that are ours to fulfil: Next is asked for the whole, plain page. */
const OURS = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'connection']
/** Next looks here for the nonce to write on its scripts: never one that the client chose. */
const POLICY = 'content-security-policy'
const POLICIES = [POLICY, `${POLICY}-report-only`]

/**
 * Public pages, kept whole and encoded, in front of what draws them.
 *
 * Cached and shared is only a public 200 without a cookie at the path of a page that is the same for everyone
 * (page-kinds.ts). It is rendered from its path and the known hints about its form alone: neither the query nor any other
 * header of a client reaches it. Everything else is rendered for whoever asks. For each client a few pages are rendered at
 * a time, and what nobody else gets no faster than its allowance.
 *
 * A write calls `invalidate` before it answers. What was begun before that is never kept, and nobody who asks after it
 * gets it: a drawing of the same path that is still under way is let finish first, because Next gives one drawing to all
 * who ask at the same time.
 */
export class PageCache implements PageCacheHandle {
  readonly #options: PageCacheOptions
  readonly #kept: PageEntries<CacheEntry>
  readonly #drawings = new Map<string, PathRenders>()
  readonly #logged = new LRUCache<string, true>({ max: LOGGED_MAX })
  readonly #slots = new ClientQueue(SLOTS)

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#kept = new PageEntries(options.maxBytes)
  }

  invalidate(paths?: string[]): void {
    if (!paths) this.#kept.clear()
    for (const path of paths ?? []) {
      for (const key of this.#kept.keys()) if (isAtOrBelow(key, path)) this.#kept.delete(key)
    }
    for (const [at, drawing] of this.#drawings) {
      if (!paths || paths.some((path) => isAtOrBelow(at, path))) drawing.isStale = true
    }
  }

  /** Answers a GET or HEAD from what is kept; false when it is not there. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const wishes = requestHints(request)
    const kept = this.#kept.get(keyOf(request, wishes))
    if (!kept) return false
    send(request, response, kept, wishes)
    return true
  }

  /** Answers a GET or HEAD by drawing the page, a public one once for all who ask at the same time. */
  async draw(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = await this.#options.clientOf(request.headers)
    const kind = pageKind(pathOf(request))
    try {
      // Whoever shares an address with one who asks for other things still gets the site's own pages.
      await this.#slots.run(`${kind === 'named'} ${client.name}`, () => this.#drawInTurn(request, response, client))
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error
      sendTooMany(response)
    }
  }

  async #drawInTurn(request: IncomingMessage, response: ServerResponse, client: Client): Promise<void> {
    const { allowance } = this.#options
    // Others may have had it rendered by now, and the client may have gone away.
    const isDone = () => response.destroyed || this.serve(request, response)
    if (isDone()) return
    const waitMs = client.isAdmin ? 0 : allowance.waitMs(client.name)
    if (waitMs > 0) {
      await delay(waitMs)
      if (isDone()) return
    }
    const begun = performance.now()
    const wishes = requestHints(request)
    const { url = '/', headers } = request
    const kind = pageKind(pathOf(request))
    const { drawn, kept } = kind
      ? await this.#answer(request, keyOf(request, wishes))
      : { drawn: await this.#draw(url, headers), kept: null }
    if (kind !== 'named' || !kept) allowance.spend(client.name, performance.now() - begun)
    if (kept) send(request, response, kept, wishes)
    else await this.#sendOnce(request, response, drawn, wishes)
  }

  async #answer(request: IncomingMessage, key: string): Promise<RenderResult> {
    const path = pathOf(request)
    let drawing = this.#drawings.get(path)
    while (drawing?.isStale) {
      await Promise.allSettled(drawing.all)
      drawing = this.#drawings.get(path)
    }
    const shared = drawing?.shared.get(key)
    if (shared) {
      const answer = await shared.catch(() => null)
      if (answer && isShareable(answer.drawn)) return answer
      return this.#begin(path, key, request, { share: false })
    }
    return this.#begin(path, key, request, { share: true })
  }

  #begin(path: string, key: string, request: IncomingMessage, { share }: { share: boolean }): Promise<RenderResult> {
    let drawing = this.#drawings.get(path)
    if (!drawing || drawing.isStale) {
      drawing = { isStale: false, shared: new Map(), all: new Set() }
      this.#drawings.set(path, drawing)
    }
    const { shared, all } = drawing
    const answer = this.#make(key, request, drawing).finally(() => {
      all.delete(answer)
      if (shared.get(key) === answer) shared.delete(key)
      if (all.size === 0 && this.#drawings.get(path)?.all === all) this.#drawings.delete(path)
    })
    all.add(answer)
    if (share) shared.set(key, answer)
    return answer
  }

  async #make(key: string, request: IncomingMessage, drawing: PathRenders): Promise<RenderResult> {
    const drawn = await this.#draw(pathOf(request), hintHeaders(requestHints(request)))
    if (!isShareable(drawn) || !isCacheable(drawn)) return { drawn, kept: null }
    const kept = await this.#encode(drawn)
    if (!drawing.isStale) this.#kept.set(key, kept)
    return { drawn, kept }
  }

  async #draw(url: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
    const drawn = await renderDetached(this.#options.render, url, headers)
    if (drawn.status !== 500 || !(await this.#options.isAway())) return drawn
    return { ...drawn, status: 503, headers: { ...drawn.headers, 'retry-after': RETRY_AFTER_SECONDS } }
  }

  async #encode(drawn: RenderedPage): Promise<CacheEntry> {
    const { body } = drawn
    const { headers, policy } = this.#finish(drawn)
    const tag = tagOf(drawn, policy)
    const bodies: Record<Encoding, Buffer> = { identity: body, br: body, gzip: body }
    if (isCompressible(String(drawn.headers['content-type'] ?? ''), body.length)) {
      ;[bodies.br, bodies.gzip] = await Promise.all([compress(body, 'br', 'cached'), compress(body, 'gzip', 'cached')])
    }
    const copies = Object.fromEntries(
      ENCODINGS.map((encoding) => [encoding, encodeEntry(bodies, encoding, tag, { headers, policy })]),
    ) as Record<Encoding, EncodedEntry>
    return {
      copies,
      bytes: Object.values(copies).reduce((sum, { whole, known }) => sum + whole.bytes + known.bytes, 0),
    }
  }

  /** The headers of every encoding, the policy apart. */
  #finish(drawn: RenderedPage): Finished {
    const { headers } = drawn
    const lines = Object.entries(this.#options.headers).flat()
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || REPLACED.has(name)) continue
      for (const one of Array.isArray(value) ? value : [String(value)]) lines.push(name, one)
    }
    const cacheControl = String(headers['cache-control'] ?? 'private, no-store')
    lines.push('Cache-Control', cacheControl.includes('s-maxage') ? ASK_EACH_TIME : cacheControl)
    const varies = [headers.vary ?? [], 'Accept-Encoding'].flat().join(',').split(',')
    lines.push('Vary', [...new Set(varies.map((name) => name.trim().toLowerCase()))].join(', '))
    return { headers: lines, policy: this.#options.contentPolicy(this.#inlineSources(drawn)) }
  }

  /** What the policy lets run inline; a script it does not know is logged, by its hash, and does not run. */
  #inlineSources({ headers, body, path, nonce }: RenderedPage): string[] {
    if (!String(headers['content-type'] ?? '').startsWith('text/html')) return []
    const built = builtPageSources(this.#options.builtPages, body)
    if (built) return built
    for (const hash of unknownScripts(body.toString(), nonce)) {
      const key = `${path} ${hash}`
      if (this.#logged.has(key)) continue
      this.#logged.set(key, true)
      log('warn', 'unknown inline script', { path, hash })
    }
    return renderedPageScriptSources(nonce)
  }

  /** Answers with what is not kept: somebody's own page, an error. */
  async #sendOnce(
    request: IncomingMessage,
    response: ServerResponse,
    drawn: RenderedPage,
    { acceptEncoding }: RequestHints,
  ): Promise<void> {
    const { body } = drawn
    const { headers, policy } = this.#finish(drawn)
    headers.push('Content-Security-Policy', policy)
    const type = String(drawn.headers['content-type'] ?? '')
    const encoding = isCompressible(type, body.length) ? chooseEncoding(acceptEncoding) : 'identity'
    const sent = encoding === 'identity' ? body : await compress(body, encoding, 'once')
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    if (drawn.status !== 204 && drawn.status !== 304) headers.push('Content-Length', String(sent.length))
    response.writeHead(drawn.status, headers)
    response.end(request.method === 'HEAD' ? undefined : sent)
  }
}

type Finished = { headers: string[]; policy: string }

/** The nonce alone makes it no other page: the tag leaves it out, and is a weak one for that. */
function tagOf({ body, nonce }: RenderedPage, policy: string): { hash: string; isWeak: boolean } {
  const isWeak = policy.includes(nonce)
  const without = (text: string) => text.replaceAll(nonce, '')
  const hash = createHash('sha256')
    .update(without(policy))
    .update(isWeak ? without(body.toString()) : body)
    .digest('base64url')
  return { hash: hash.slice(0, 22), isWeak }
}

function encodeEntry(
  bodies: Record<Encoding, Buffer>,
  encoding: Encoding,
  { hash, isWeak }: { hash: string; isWeak: boolean },
  { headers, policy }: Finished,
): EncodedEntry {
  const body = bodies[encoding]
  const isPlain = body === bodies.identity
  // Each encoding has a tag of its own.
  const etag = `${isWeak ? 'W/' : ''}"${hash}${isPlain ? '' : `-${encoding}`}"`
  const told = [...headers, 'ETag', etag]
  const own = ['Content-Length', String(body.length), ...(isPlain ? [] : ['Content-Encoding', encoding])]
  return {
    etag,
    whole: new RawResponse(200, [...told, 'Content-Security-Policy', policy, ...own], body),
    // Without the policy: the body that the client has may carry an earlier nonce, and goes with the policy it came with.
    known: new RawResponse(304, told),
  }
}

function send(request: IncomingMessage, response: ServerResponse, { copies }: CacheEntry, wishes: RequestHints): void {
  const { etag, whole, known } = copies[chooseEncoding(wishes.acceptEncoding)]
  const has = wishes.ifNoneMatch !== undefined && namesEtag(wishes.ifNoneMatch, etag)
  ;(has ? known : whole).send(request, response, wishes.connection)
}

type RequestHints = {
  acceptEncoding?: string
  ifNoneMatch?: string
  connection?: string
  /** Next's data of the page instead of the page: which part, and how much. */
  rsc?: string
  prefetch?: string
  segment?: string
}

/** By the length of a name first: most headers of a request are none of these, and a kept page takes microseconds. */
const HINT_HEADERS = new Map<number, Map<string, keyof RequestHints>>()
for (const [name, wish] of [
  ['accept-encoding', 'acceptEncoding'],
  ['if-none-match', 'ifNoneMatch'],
  ['connection', 'connection'],
  ['rsc', 'rsc'],
  ['next-router-prefetch', 'prefetch'],
  ['next-router-segment-prefetch', 'segment'],
] as const) {
  HINT_HEADERS.set(name.length, (HINT_HEADERS.get(name.length) ?? new Map()).set(name, wish))
}

/** Read from the raw lines, because `request.headers` is made from all of them when it is first asked for. */
function requestHints({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): RequestHints {
  const wishes: RequestHints = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const wish = HINT_HEADERS.get(name.length)?.get(name.toLowerCase())
    if (wish === undefined) continue
    const value = rawHeaders[index + 1]
    const before = wishes[wish]
    wishes[wish] = before === undefined ? value : `${before}, ${value}`
  }
  return wishes
}

/** Lets the page be drawn for nobody in particular: a client that goes away ends nothing others wait for. */
async function renderDetached(render: Render, url: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
  const asked: IncomingHttpHeaders = { ...headers }
  for (const name of [...OURS, ...POLICIES]) delete asked[name]
  const nonce = newNonce()
  // The data of a page for a navigation runs under the policy of the page that asks for it.
  if (asked.rsc !== '1') asked[POLICY] = `script-src 'nonce-${nonce}'`
  const answer = await new Promise<Injected>((resolve, reject) => {
    const dispatch: DispatchFunc = (request, response) => {
      Promise.resolve(render(request, response)).catch(reject)
    }
    inject(dispatch, { method: 'GET', url, headers: asked, validate: false }, (error, response) => {
      if (response) resolve(response)
      else reject(error)
    })
  })
  const cacheControl = String(answer.headers['cache-control'] ?? '')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.rawPayload,
    path: url.split('?', 1)[0] ?? '/',
    nonce,
    // Next says of a page it could keep, and only of such a one, how long a shared cache may.
    isPublic: /\b(public|s-maxage=\d+)\b/.test(cacheControl) && answer.headers['set-cookie'] === undefined,
  }
}

/** The path of a canonical target, with and without a slash at the end the same. */
function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Which of a page's data is wanted instead of the page: all of it, or a part to load ahead. */
type DataHints = { prefetch: string; segment: string }

/** What Next's client sends; with any other value a hint counts as not sent. */
const PREFETCHES = new Set(['1', '2'])
const SEGMENT = /^(?:\/[\w$@!-]{1,100}){1,16}$/

function dataHints({ rsc, prefetch = '', segment = '' }: RequestHints): DataHints | null {
  if (rsc !== '1') return null
  return {
    prefetch: PREFETCHES.has(prefetch) ? prefetch : '',
    segment: prefetch === '1' && SEGMENT.test(segment) ? segment : '',
  }
}

/** Of one path there is the page, its data for a navigation inside the browser, and parts of that to load ahead. */
function keyOf(request: Pick<IncomingMessage, 'url'>, wishes: RequestHints): string {
  const path = pathOf(request)
  const data = dataHints(wishes)
  return data ? `${path}\n${data.prefetch}\n${data.segment}` : path
}

/** All that Next learns of a client whose page others get too. */
function hintHeaders(wishes: RequestHints): IncomingHttpHeaders {
  const data = dataHints(wishes)
  return {
    ...(data ? { rsc: '1' } : {}),
    ...(data?.prefetch ? { 'next-router-prefetch': data.prefetch } : {}),
    ...(data?.segment ? { 'next-router-segment-prefetch': data.segment } : {}),
  }
}

function isShareable({ isPublic, status }: RenderedPage): boolean {
  return isPublic && status === 200
}

function isCacheable({ headers, body }: RenderedPage): boolean {
  return body.length <= ENTRY_MAX_BYTES && CACHED_TYPES.test(String(headers['content-type'] ?? ''))
}

function sendTooMany(response: ServerResponse): void {
  const message = 'Too many pages were asked for at once. Please try again in a moment.'
  response.writeHead(429, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_SECONDS,
  })
  response.end(JSON.stringify({ message, error: message }))
}

/** Whether a key or path is `path` itself, its data or what Next names after it ("/a.rsc", "/a/b"). */
function isAtOrBelow(key: string, path: string): boolean {
  return key.startsWith(path) && [undefined, '\n', '.', '/'].includes(key[path.length])
}
