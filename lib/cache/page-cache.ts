import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type DispatchFunc, type Response as Injected, inject } from 'light-my-request'
import { LRUCache } from 'lru-cache'
import { type BuiltPages, builtPageSources } from '@/lib/cache/built-pages'
import { chooseEncoding, compress, decompress, type Encoding, isCompressible } from '@/lib/cache/content-encoding'
import { type PageBudgets, PageEntries } from '@/lib/cache/page-entries'
import { newNonce, renderedPageScriptSources, unknownScripts } from '@/lib/cache/script-policy'
import { namesEtag } from '@/lib/http/server/etag'
import { log } from '@/lib/platform/server/log'
import {
  finishPage,
  flightHeaders,
  isForHostCache,
  NEXT_CACHE_HEADER,
  withNonce,
} from '@/lib/platform/server/next-internals'
import { isScreenPath } from '@/lib/routes/paths'
import { type PageAt, publicPageAt } from '@/lib/routes/public-pages'

type Render = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export type PageCacheOptions = {
  render: Render
  /** The maximum of each kind of page, in bytes; the least recently used are evicted first. */
  maxBytes: PageBudgets
  /** The Content-Security-Policy of a page with these sources for inline scripts (a nonce, hashes). */
  contentPolicy: (inlineScripts: string[]) => string
  /** Pages that Next sends as the build wrote them, without the nonce of the request. */
  builtPages: BuiltPages
  headers: Record<string, string>
  /** Where a canonical path without query leads on to, if it does: no page is rendered for that. "" for gone. */
  redirectOf: (path: string) => Promise<string | null>
  /** Called with each request for a page that is not there. */
  onMissing?: (path: string, userAgent: string) => unknown
  /** Milliseconds until pages change without a write, because something scheduled becomes public; null for never. */
  untilNextChange: () => Promise<number | null>
  /** Whether the database is unavailable, so that a page that failed now may succeed later. */
  isUnavailable: () => Promise<boolean>
}

/** A response as Next rendered it. */
type RenderedPage = {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  /** The body. */
  text: string
  isPublic: boolean
  /** Without the query. */
  path: string
  /** The nonce on the scripts Next wrote into the page. */
  nonce: string
}

/** How many unknown scripts are remembered, so that each is logged once. */
const LOGGED_MAX = 1_000

/** The head of a response in one encoding: its headers as alternating names and values, of a 200 and of a 304. */
type Head = { etag: string; headers: string[]; unchanged: string[] }

type CacheEntry = {
  bytes: number
  heads: Record<Encoding, Head>
  /** As brotli and as gzip; what is not compressed for anybody, as it is. */
  bodies: Partial<Record<Encoding, Buffer>>
  /** The keys of the rows it shows. */
  shows: string[]
}

/** A page to send: one that is in the cache, or can be; else as it was rendered. */
type RenderResult = { entry: CacheEntry } | { entry: null; rendered: RenderedPage }

/** In front of this server there is at most a proxy that does not hear of writes: it has to revalidate each time. */
const REVALIDATE = 'public, max-age=0, must-revalidate'

/**
 * No entry outlives this while something is scheduled: the time until then is measured once, and a machine that sleeps,
 * or a database whose clock is set, would make it wrong for days.
 */
const SCHEDULED_MAX_MS = 60_000

/** The year in the footer changes without a write. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

const RETRY_AFTER_SECONDS = '5'

/** How many dropped pages are remembered. */
const DROPPED_MAX = 1_000
/** How many of them are rendered at once without charging a client, and how many more may wait for that. */
const UNCHARGED = { atOnce: 2, waiting: 8 }

/** The largest body that is cached: the list of a thousand notes, of ten kilobytes each. */
const BODY_MAX_BYTES = 16 * 1024 * 1024
/** What uncompressed bodies may take, and one of them: few clients ask for them, and a list of megabytes is seldom read. */
const PLAIN_MAX_BYTES = { all: 4 * 1024 * 1024, one: 256 * 1024 }
const CACHED_TYPES =
  /^(text\/(html|x-component|markdown|plain|xml)|application\/(xml|json|(rss|atom)\+xml|feed\+json))\b/

/** Headers of Next's response that are replaced here, or that concern only Next's own cache. */
const REPLACED = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'],
  ...['cache-control', 'content-encoding', 'etag', 'vary', 'content-security-policy', NEXT_CACHE_HEADER],
])

/** Request headers that are handled here and not passed to Next, which renders the complete, uncompressed page. */
const HANDLED_HERE = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'connection'] as const

/**
 * An in-memory cache of public pages in front of Next, compressed as brotli and as gzip.
 *
 * Only a public 200 without a cookie, at the path of a page that is the same for everyone (lib/routes/public-pages.ts), is cached
 * and shared. It is rendered from its path and the known Next headers alone: neither the query nor any other header of
 * a client reaches it. Everything else is rendered for each request.
 *
 * Entries expire at the next scheduled publication: every page may show it, or link to it.
 *
 * A write calls `invalidate` before it responds: a page is dropped when a row it shows has changed. A render that began
 * before that is not cached. What Next could cache is rendered one at a time for each path, because Next answers
 * concurrent requests for a path with one rendering: that of a page's data has no nonce, and one that began before a write
 * shows what was there before.
 */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #entries: PageEntries<CacheEntry>
  /** The bodies of entries as they are, uncompressed when somebody asked for them so. */
  readonly #plain = new LRUCache<CacheEntry, Buffer>({
    maxSize: PLAIN_MAX_BYTES.all,
    maxEntrySize: PLAIN_MAX_BYTES.one,
    sizeCalculation: ({ length }) => length,
  })
  /** The end of the last render at a path, in progress or waiting for others. */
  readonly #ends = new Map<string, Promise<void>>()
  /** The renders in progress of pages that may be cached; stale once a row they show has changed. */
  readonly #renders = new Set<{ shows: string[]; isStale: boolean }>()
  /** Keys of pages that a write has dropped, until they are rendered again. */
  readonly #dropped = new LRUCache<string, true>({ max: DROPPED_MAX })
  /** The renders that no client is charged for, in their order. */
  readonly #uncharged = new Set<Promise<unknown>>()
  /** By key, the last answer that the page is unavailable, and when it came; of the few paths that several wait at. */
  readonly #unavailable = new LRUCache<string, { result: RenderResult; endedAt: number }>({ max: 20 })
  readonly #logged = new LRUCache<string, true>({ max: LOGGED_MAX })

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#entries = new PageEntries(options.maxBytes)
  }

  /**
   * Drops pages: no later response comes from an earlier render of them.
   * @param keys of the rows that have changed (lib/routes/public-pages.ts); all pages are dropped without them
   */
  invalidate(keys?: string[]): void {
    const changed = keys && new Set(keys)
    const isChanged = ({ shows }: { shows: string[] }) => !changed || shows.some((key) => changed.has(key))
    for (const [key, entry] of this.#entries.all()) {
      if (!isChanged(entry)) continue
      this.#entries.delete(key)
      this.#dropped.set(key, true)
    }
    for (const render of this.#renders) if (isChanged(render)) render.isStale = true
  }

  /** Serves a GET or HEAD from the cache; false when there is no entry, or none in the encoding that is wanted. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const entry = this.#entries.get(keyOf(request))
    const encoding = entry && encodingFor(request, entry)
    const body = encoding && (entry.bodies[encoding] ?? this.#plain.get(entry))
    if (body) send(request, response, entry.heads[encoding], body)
    return body !== undefined
  }

  /**
   * Resolves when a render ends that no client is charged for: one in progress at the same path, or one of a page that a
   * write has dropped. Null when there is none.
   */
  renderUncharged(request: IncomingMessage): Promise<unknown> | null {
    const end = this.#ends.get(pathOf(request))
    if (end) return end
    const isFull = this.#uncharged.size >= UNCHARGED.atOnce + UNCHARGED.waiting
    if (isFull || !this.#dropped.has(keyOf(request))) return null
    const previous = [...this.#uncharged].at(-UNCHARGED.atOnce)
    const render = this.#resultFor(request, previous)
      .catch(() => null)
      .finally(() => this.#uncharged.delete(render))
    this.#uncharged.add(render)
    return render
  }

  /** Responds to a GET or HEAD, rendering the page if need be. */
  async render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = await this.#resultFor(request)
    // A browser that gets no flight data requests the page itself; only programs, our forms among them, send HEAD.
    const isRead = request.method === 'GET' && request.headers.rsc !== '1'
    if (!result.entry && result.rendered.status === 404 && isRead)
      this.#options.onMissing?.(pathOf(request), request.headers['user-agent'] ?? '')
    // A page that lacks what became public meanwhile is better than none.
    const isUnavailable = !result.entry && result.rendered.status === 503
    const shown = result.entry ?? (isUnavailable ? this.#entries.get(keyOf(request), { allowStale: true }) : undefined)
    if (shown) await this.#sendEntry(request, response, shown)
    else if (!result.entry) await this.#sendOnce(request, response, result.rendered)
  }

  /** @param previous what has to end before this is rendered */
  #resultFor(request: IncomingMessage, previous?: Promise<unknown>): Promise<RenderResult> {
    const path = pathOf(request)
    const found = publicPageAt(path)
    // Next joins none of the pages that it renders for each request.
    if (found ? !found.page.cache : isScreenPath(path)) return this.#renderOnce(request, path)
    const kind = found?.page.cache
    const since = performance.now()
    return this.#inTurn(path, async () => {
      await previous
      if (!kind) return this.#renderOnce(request, path)
      // Who waited while the database was silent would find it so again, one after the other.
      const key = keyOf(request, found)
      const unavailable = this.#unavailable.get(key)
      if (unavailable && unavailable.endedAt > since) return unavailable.result
      const result = await this.#renderAndStore(request, path, kind, found)
      const isUnavailable = !result.entry && result.rendered.status === 503
      if (isUnavailable) this.#unavailable.set(key, { result, endedAt: performance.now() })
      return result
    })
  }

  /** Runs `work` once all that was begun before at the same path has ended. */
  async #inTurn<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
    const result = Promise.resolve(this.#ends.get(path)).then(work)
    const end = result.then(
      () => {},
      () => {},
    )
    this.#ends.set(path, end)
    try {
      return await result
    } finally {
      if (this.#ends.get(path) === end) this.#ends.delete(path)
    }
  }

  async #renderAndStore(
    request: IncomingMessage,
    path: string,
    kind: keyof PageBudgets,
    found: PageAt,
  ): Promise<RenderResult> {
    const key = keyOf(request, found)
    const cached = this.#entries.get(key)
    if (cached) return { entry: cached }
    this.#dropped.delete(key)
    const { shows } = found
    const render = { shows, isStale: false }
    this.#renders.add(render)
    try {
      // First: what becomes public while it is rendered may be missing in it. Without an answer it is not cached.
      const ending = this.#endOfNextRender().catch(() => 0)
      const [endsAt, location] = await Promise.all([ending, this.#redirectOf(path)])
      if (location) return { rendered: redirectTo(location, path), entry: null }
      const renderedAt = performance.now()
      const rendered = await this.#renderWithNext(path, flightHeadersOf(request, found))
      if (!isShareable(rendered) || !isCacheable(rendered)) return { rendered: asGone(rendered, location), entry: null }
      const entry = { ...(await this.#encode(rendered)), shows }
      const lifetimeMs = Math.min(endsAt, renderedAt + LIFETIME_MS) - performance.now()
      if (!render.isStale && lifetimeMs > 0) this.#entries.set(kind, key, entry, lifetimeMs)
      return { entry }
    } finally {
      this.#renders.delete(render)
    }
  }

  /** For this request alone, with its query and headers. */
  async #renderOnce(request: IncomingMessage, path: string): Promise<RenderResult> {
    const location = await this.#redirectOf(path)
    if (location) return { rendered: redirectTo(location, path), entry: null }
    return { rendered: asGone(await this.#renderWithNext(request.url ?? '/', request.headers), location), entry: null }
  }

  /** When a page whose rendering begins now stops being right, by `performance.now()`. */
  async #endOfNextRender(): Promise<number> {
    const untilMs = await this.#options.untilNextChange()
    return untilMs === null ? Number.POSITIVE_INFINITY : performance.now() + Math.min(untilMs, SCHEDULED_MAX_MS)
  }

  /** Null where the path leads nowhere else, and where the database does not tell. */
  #redirectOf(path: string): Promise<string | null> {
    return this.#options.redirectOf(path).catch(() => null)
  }

  async #renderWithNext(url: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
    const rendered = await renderDetached(this.#options.render, url, headers)
    if (rendered.status !== 500 || !(await this.#options.isUnavailable())) return rendered
    return { ...rendered, status: 503, headers: { ...rendered.headers, 'retry-after': RETRY_AFTER_SECONDS } }
  }

  async #encode(rendered: RenderedPage): Promise<Omit<CacheEntry, 'shows'>> {
    const { body } = rendered
    const finished = this.#finish(rendered)
    const tag = tagOf(rendered, finished.policy)
    const bodies: CacheEntry['bodies'] = isCompressible(String(rendered.headers['content-type'] ?? ''), body.length)
      ? { br: await compress(body, 'br', 'cached'), gzip: await compress(body, 'gzip', 'cached') }
      : { identity: body }
    const headOf = (encoding: Encoding) => headIn(encoding, (bodies[encoding] ?? body).length, tag, finished)
    const heads = { br: headOf('br'), gzip: headOf('gzip'), identity: headOf('identity') }
    const headBytes = heads.br.headers.reduce((sum, text) => sum + text.length, 0)
    const bytes = Object.values(bodies).reduce((sum, { length }) => sum + length, headBytes)
    return { heads, bodies, bytes }
  }

  /** The headers all encodings share, and the policy. */
  #finish(rendered: RenderedPage): Finished {
    const { headers } = rendered
    const lines = Object.entries(this.#options.headers).flat()
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || REPLACED.has(name)) continue
      // Next sets some headers, and appends them again from what it would have cached.
      for (const one of new Set(Array.isArray(value) ? value : [String(value)])) lines.push(name, one)
    }
    const cacheControl = String(headers['cache-control'] ?? 'private, no-store')
    lines.push('Cache-Control', isForHostCache(cacheControl) ? REVALIDATE : cacheControl)
    const varies = [headers.vary ?? [], 'Accept-Encoding'].flat().join(',').split(',')
    lines.push('Vary', [...new Set(varies.map((name) => name.trim().toLowerCase()))].join(', '))
    return { headers: lines, policy: this.#options.contentPolicy(this.#inlineSources(rendered)) }
  }

  /** The script-src sources of the page. An unknown inline script is logged by its hash and does not run. */
  #inlineSources(rendered: RenderedPage): string[] {
    if (!isHtml(rendered)) return []
    const { body, text, path, nonce } = rendered
    const built = builtPageSources(this.#options.builtPages, body)
    if (built) return built
    for (const hash of unknownScripts(text, nonce)) {
      const key = `${path} ${hash}`
      if (this.#logged.has(key)) continue
      this.#logged.set(key, true)
      log('warn', 'unknown inline script', { path, hash })
    }
    return renderedPageScriptSources(nonce)
  }

  async #sendEntry(request: IncomingMessage, response: ServerResponse, entry: CacheEntry): Promise<void> {
    const encoding = encodingFor(request, entry)
    send(request, response, entry.heads[encoding], entry.bodies[encoding] ?? (await this.#uncompressed(entry)))
  }

  async #uncompressed(entry: CacheEntry): Promise<Buffer> {
    const { gzip = Buffer.alloc(0) } = entry.bodies
    const body = this.#plain.get(entry) ?? (await decompress(gzip))
    this.#plain.set(entry, body)
    return body
  }

  /** Sends a response that is not cached: a page of one user, an error. */
  async #sendOnce(
    { method, headers: requestHeaders }: IncomingMessage,
    response: ServerResponse,
    rendered: RenderedPage,
  ): Promise<void> {
    const { body } = rendered
    const { headers, policy } = this.#finish(rendered)
    headers.push('Content-Security-Policy', policy)
    const type = String(rendered.headers['content-type'] ?? '')
    const encoding = isCompressible(type, body.length) ? chooseEncoding(requestHeaders['accept-encoding']) : 'identity'
    const sent = encoding === 'identity' ? body : await compress(body, encoding, 'once')
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    if (rendered.status !== 204 && rendered.status !== 304) headers.push('Content-Length', String(sent.length))
    response.writeHead(rendered.status, headers)
    response.end(method === 'HEAD' ? undefined : sent)
  }
}

type Finished = { headers: string[]; policy: string }

/** Two renders that differ only in their nonce have the same tag, which is therefore a weak one. */
function tagOf({ body, text, nonce }: RenderedPage, policy: string): { hash: string; isWeak: boolean } {
  const isWeak = policy.includes(nonce)
  const hash = createHash('sha256')
    .update(policy.replaceAll(nonce, ''))
    .update(isWeak ? text.replaceAll(nonce, '') : body)
    .digest('base64url')
  return { hash: hash.slice(0, 22), isWeak }
}

function headIn(
  encoding: Encoding,
  length: number,
  { hash, isWeak }: { hash: string; isWeak: boolean },
  { headers, policy }: Finished,
): Head {
  const isPlain = encoding === 'identity'
  // Each encoding needs an ETag of its own (RFC 9110).
  const etag = `${isWeak ? 'W/' : ''}"${hash}${isPlain ? '' : `-${encoding}`}"`
  const shared = [...headers, 'ETag', etag]
  const own = ['Content-Length', String(length), ...(isPlain ? [] : ['Content-Encoding', encoding])]
  return {
    etag,
    headers: [...shared, 'Content-Security-Policy', policy, ...own],
    // Without the policy: the body the client has may carry an earlier nonce and needs the policy it came with.
    unchanged: shared,
  }
}

function send({ method, headers }: IncomingMessage, response: ServerResponse, head: Head, body: Buffer): void {
  if (namesEtag(headers['if-none-match'], head.etag)) response.writeHead(304, head.unchanged).end()
  else response.writeHead(200, head.headers).end(method === 'HEAD' ? undefined : body)
}

/** Renders the page detached from the client's connection: a disconnect does not cancel what others wait for. */
async function renderDetached(render: Render, url: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
  const nonce = newNonce()
  const requestHeaders = withNonce(headers, nonce)
  for (const name of HANDLED_HERE) delete requestHeaders[name]
  const answer = await new Promise<Injected>((resolve, reject) => {
    const dispatch: DispatchFunc = (request, response) => {
      Promise.resolve(render(request, response)).catch(reject)
    }
    inject(dispatch, { method: 'GET', url, headers: requestHeaders, validate: false }, (error, response) => {
      if (response) resolve(response)
      else reject(error)
    })
  })
  const cacheControl = String(answer.headers['cache-control'] ?? '')
  // Next sends a page, or a line, with a redirect.
  const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && answer.headers.location !== undefined
  const whole = isRedirect ? '' : answer.payload
  const text = isHtml(answer) ? finishPage(whole) : whole
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: text === answer.payload ? answer.rawPayload : Buffer.from(text),
    text,
    path: url.split('?', 1)[0] ?? '/',
    nonce,
    isPublic: (/\bpublic\b/.test(cacheControl) || isForHostCache(cacheControl)) && !answer.headers['set-cookie'],
  }
}

/** The path of a canonical target, without a trailing slash. */
function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1)
  return path.replace(/(?<=.)\/$/, '')
}

/**
 * The cache key: one path has the page, its flight data for a navigation, and segments of that to prefetch.
 * @param found what is at the path, where that is known
 */
function keyOf(request: IncomingMessage, found?: PageAt): string {
  return [pathOf(request), ...Object.values(flightHeadersOf(request, found))].join('\n')
}

/** Only screens have flight data: for a feed its headers would be no more than endless names. */
function flightHeadersOf(request: IncomingMessage, found?: PageAt): Record<string, string> {
  if (request.headers.rsc !== '1') return {}
  return (found ?? publicPageAt(pathOf(request)))?.page.isScreen ? flightHeaders(request.headers) : {}
}

/** Where a path leads on to. */
function redirectTo(location: string, path: string): RenderedPage {
  const headers = { location, 'cache-control': REVALIDATE }
  return { status: 308, headers, body: Buffer.alloc(0), text: '', isPublic: true, path, nonce: '' }
}

const asGone = (rendered: RenderedPage, location: string | null): RenderedPage =>
  location === '' && rendered.status === 404 ? { ...rendered, status: 410 } : rendered

function isHtml({ headers }: Pick<Injected, 'headers'>): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/html')
}

/** The encoding to send a page in to whom asks for it so. */
function encodingFor({ headers }: IncomingMessage, { bodies }: CacheEntry): Encoding {
  return bodies.identity ? 'identity' : chooseEncoding(headers['accept-encoding'])
}

function isShareable({ isPublic, status }: RenderedPage): boolean {
  return isPublic && status === 200
}

function isCacheable({ headers, body }: RenderedPage): boolean {
  return body.length <= BODY_MAX_BYTES && CACHED_TYPES.test(String(headers['content-type'] ?? ''))
}
