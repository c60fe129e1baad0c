import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type DispatchFunc, type Response as Injected, inject } from 'light-my-request'
import { LRUCache } from 'lru-cache'
import { type BuiltPages, builtPageSources } from '@/lib/cache/built-pages'
import { chooseEncoding, compress, type Encoding, isCompressible, reencode } from '@/lib/cache/content-encoding'
import { type PageBudgets, PageEntries } from '@/lib/cache/page-entries'
import { newNonce, nonceOf, renderedPageScriptSources, unknownScripts } from '@/lib/cache/script-policy'
import { namesEtag } from '@/lib/http/server/etag'
import { log } from '@/lib/platform/server/log'
import {
  finishPage,
  flightHeaders,
  isForHostCache,
  NEXT_CACHE_HEADER,
  withNonce,
} from '@/lib/platform/server/next-internals'
import { publicPageAt } from '@/lib/routes/public-pages'

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
  /** Where a canonical path without query leads on to, if it does: no page is rendered for that. */
  redirectOf: (path: string) => Promise<string | null>
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

/** A page in one encoding: the one most clients ask for, or another that was made from it when somebody asked. */
type CacheEntry = {
  bytes: number
  /** Identity for what is not compressed for anybody. */
  encoding: Encoding
  /** What it was made from. */
  original?: CacheEntry
  head: Head
  body: Buffer
  headOf: (encoding: Encoding, length: number) => Head
  /** The keys of the rows it shows. */
  shows: string[]
}

/** A page to send: one that is in the cache, or can be; else as it was rendered. */
type RenderResult = { entry: CacheEntry } | { entry: null; rendered: RenderedPage }

/** The renders in progress at one path; stale once the path was invalidated. */
type PathRenders = {
  isStale: boolean
  shows: string[]
  shared: Map<string, Promise<RenderResult>>
  all: Set<Promise<RenderResult>>
}

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

/** How many dropped pages are remembered, and how many of them are rendered at a time without charging a client. */
const DROPPED_MAX = 1_000
const UNCHARGED_MAX = 2

/** How often a page is rendered whose rendering Next had begun for its flight data. */
const RENDERS_MAX = 5
/** More than are rendered at a time. */
const NONCES_MAX = 200

/** The largest body that is cached: the list of a thousand notes, of ten kilobytes each. */
const BODY_MAX_BYTES = 16 * 1024 * 1024
/** What pages may take in the other encodings, and one of them: a list of megabytes is asked for by few. */
const ENCODED_MAX_BYTES = { all: 4 * 1024 * 1024, one: 256 * 1024 }
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
 * An in-memory cache of encoded public pages, in front of Next: as brotli, and in other encodings somebody asks for.
 *
 * Only a public 200 without a cookie, at the path of a page that is the same for everyone (lib/routes/public-pages.ts), is cached
 * and shared. It is rendered from its path and the known Next headers alone: neither the query nor any other header of
 * a client reaches it. Everything else is rendered for each request.
 *
 * An entry ends when something scheduled becomes public: every page may show it, or link to it.
 *
 * A write calls `invalidate` before it responds: a page is dropped when a row it shows has changed. A render that began
 * before that is not cached, and no later request gets its result: such requests wait for the old render to finish before
 * they start a new one, because Next itself shares one render among concurrent requests for a path.
 */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #entries: PageEntries<CacheEntry>
  /** Entries in other encodings, which evict none of those they were made from. Each is sent only while its original is cached. */
  readonly #encoded = new LRUCache<string, CacheEntry>({
    maxSize: ENCODED_MAX_BYTES.all,
    maxEntrySize: ENCODED_MAX_BYTES.one,
    sizeCalculation: ({ bytes }) => bytes,
  })
  readonly #renders = new Map<string, PathRenders>()
  /** Keys of pages that a write has dropped, until they are rendered again. */
  readonly #dropped = new LRUCache<string, true>({ max: DROPPED_MAX })
  /** Whatever Next is rendering, and the nonces of the last of these. */
  readonly #running = new Set<Promise<unknown>>()
  readonly #nonces = new LRUCache<string, true>({ max: NONCES_MAX })
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
    for (const renders of this.#renders.values()) if (isChanged(renders)) renders.isStale = true
  }

  /** Serves a GET or HEAD from the cache; false when there is no entry, or none in the encoding that is wanted. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request)
    const original = this.#entries.get(key)
    const entry = original && this.#inEncoding(encodingFor(request, original), key, original)
    if (entry) send(request, response, entry.head, entry.body)
    return entry !== undefined
  }

  #inEncoding(encoding: Encoding, key: string, original: CacheEntry): CacheEntry | undefined {
    if (encoding === original.encoding) return original
    const entry = this.#encoded.get(`${key}\n${encoding}`)
    return entry?.original === original ? entry : undefined
  }

  /**
   * Resolves when a render ends that no client is charged for: one in progress, or one of a page that a write has
   * dropped. Null when there is none.
   */
  uncharged(request: IncomingMessage): Promise<unknown> | null {
    const running = this.#renders.get(pathOf(request))
    if (running) return Promise.allSettled(running.all)
    const key = keyOf(request)
    // A render asks the database before it counts as running.
    const begun = Math.max(this.#renders.size, this.#running.size)
    if (!this.#dropped.has(key) || begun >= UNCHARGED_MAX) return null
    return this.#renderShared(request, key).catch(() => null)
  }

  /** Responds to a GET or HEAD, rendering the page if need be. Concurrent requests for a public page share one render. */
  async render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = keyOf(request)
    const cached = this.#entries.get(key)
    const result = cached ? { entry: cached } : await this.#renderFor(request, key)
    // A page that lacks what became public meanwhile is better than none.
    const isUnavailable = !result.entry && result.rendered.status === 503
    const shown = result.entry ?? (isUnavailable ? this.#entries.get(key, { allowStale: true }) : undefined)
    if (shown) await this.#sendEntry(request, response, key, shown)
    else if (!result.entry) await this.#sendOnce(request, response, result.rendered)
  }

  async #renderFor(request: IncomingMessage, key: string): Promise<RenderResult> {
    if (publicPageAt(pathOf(request))?.page.cache) return this.#renderShared(request, key)
    const moved = await this.#redirect(pathOf(request))
    return { rendered: moved ?? (await this.#render(request.url ?? '/', request.headers)), entry: null }
  }

  async #renderShared(request: IncomingMessage, key: string): Promise<RenderResult> {
    const path = pathOf(request)
    let mayShare = true
    for (;;) {
      const renders = this.#renders.get(path)
      const shared = renders?.shared.get(key)
      // Next answers concurrent requests for a page and for its flight data with one rendering. Begun for flight data, it
      // has no nonce, and the page's scripts would be refused: one waits for the other.
      if (renders && (renders.isStale || (mayShare ? !shared : renders.shared.size > (shared ? 1 : 0)))) {
        await Promise.allSettled(renders.all)
      } else if (mayShare && shared) {
        const answer = await shared.catch(() => null)
        if (answer && (answer.entry || isShareable(answer.rendered))) return answer
        mayShare = false
      } else return this.#startRender(path, key, request, { share: mayShare })
    }
  }

  #startRender(
    path: string,
    key: string,
    request: IncomingMessage,
    { share }: { share: boolean },
  ): Promise<RenderResult> {
    const shows = publicPageAt(path)?.shows ?? []
    const renders = this.#renders.get(path) ?? { isStale: false, shows, shared: new Map(), all: new Set() }
    this.#renders.set(path, renders)
    const { shared, all } = renders
    const answer = this.#renderAndStore(key, request, renders).finally(() => {
      all.delete(answer)
      if (shared.get(key) === answer) shared.delete(key)
      if (all.size === 0) this.#renders.delete(path)
    })
    all.add(answer)
    if (share) shared.set(key, answer)
    return answer
  }

  async #renderAndStore(key: string, request: IncomingMessage, renders: PathRenders): Promise<RenderResult> {
    this.#dropped.delete(key)
    // First: what becomes public while it is rendered may be missing in it. Without an answer it is not cached.
    const ending = this.#endOfNextRender().catch(() => 0)
    const [endsAt, moved] = await Promise.all([ending, this.#redirect(pathOf(request))])
    const renderedAt = performance.now()
    const rendered = moved ?? (await this.#render(pathOf(request), flightHeadersOf(request)))
    if (!isShareable(rendered) || !isCacheable(rendered)) return { rendered, entry: null }
    const entry = { ...(await this.#encode(rendered)), shows: renders.shows }
    const lifetimeMs = Math.min(endsAt, renderedAt + LIFETIME_MS) - performance.now()
    if (!renders.isStale && lifetimeMs > 0) this.#entries.set(key, entry, lifetimeMs)
    return { entry }
  }

  /** When a page whose rendering begins now stops being right, by `performance.now()`. */
  async #endOfNextRender(): Promise<number> {
    const untilMs = await this.#options.untilNextChange()
    return untilMs === null ? Number.POSITIVE_INFINITY : performance.now() + Math.min(untilMs, SCHEDULED_MAX_MS)
  }

  /** The answer at a path that leads on; null at others, and where the database does not tell. */
  async #redirect(path: string): Promise<RenderedPage | null> {
    const location = await this.#options.redirectOf(path).catch(() => null)
    if (location === null) return null
    const headers = { location, 'cache-control': REVALIDATE }
    return { status: 308, headers, body: Buffer.alloc(0), text: '', isPublic: true, path, nonce: '' }
  }

  async #render(url: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
    let rendered = await this.#renderOnce(url, headers)
    for (let turn = 1; turn < RENDERS_MAX && isJoined(rendered, this.#options.builtPages); turn += 1) {
      // What begins while nothing runs is joined by others, and joins none.
      await Promise.allSettled(this.#running)
      rendered = await this.#renderOnce(url, headers)
    }
    const isAway =
      isJoined(rendered, this.#options.builtPages) || (rendered.status === 500 && (await this.#options.isUnavailable()))
    if (!isAway) return rendered
    return { ...rendered, status: 503, headers: { ...rendered.headers, 'retry-after': RETRY_AFTER_SECONDS } }
  }

  async #renderOnce(url: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
    const nonce = newNonce()
    this.#nonces.set(nonce, true)
    const running = renderDetached(this.#options.render, url, headers, nonce)
    this.#running.add(running)
    const rendered = await running.finally(() => this.#running.delete(running))
    if (!isHtml(rendered) || rendered.text.includes(nonce)) return rendered
    // Joined to another request's rendering, it has that one's nonce.
    const other = nonceOf(rendered.text) ?? ''
    return this.#nonces.has(other) ? { ...rendered, nonce: other } : rendered
  }

  async #encode(rendered: RenderedPage): Promise<Omit<CacheEntry, 'shows'>> {
    const { body: whole } = rendered
    const finished = this.#finish(rendered)
    const tag = tagOf(rendered, finished.policy)
    const isCompressed = isCompressible(String(rendered.headers['content-type'] ?? ''), whole.length)
    const encoding = isCompressed ? 'br' : 'identity'
    const kind = publicPageAt(rendered.path)?.page.cache ?? 'once'
    const body = isCompressed ? await compress(whole, 'br', kind) : whole
    const headOf = (wanted: Encoding, length: number) => headIn(wanted, length, tag, finished)
    const head = headOf(encoding, body.length)
    const bytes = head.headers.reduce((sum, text) => sum + text.length, body.length)
    return { encoding, head, body, headOf, bytes }
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

  async #sendEntry(request: IncomingMessage, response: ServerResponse, key: string, original: CacheEntry) {
    const encoding = encodingFor(request, original)
    const entry = this.#inEncoding(encoding, key, original) ?? (await this.#reencode(encoding, key, original))
    send(request, response, entry.head, entry.body)
  }

  async #reencode(encoding: Encoding, key: string, original: CacheEntry): Promise<CacheEntry> {
    const body = await reencode(original.body, encoding)
    // With the original, which it keeps in memory.
    const bytes = original.bytes + body.length
    const entry = { ...original, encoding, body, bytes, head: original.headOf(encoding, body.length), original }
    if (this.#entries.get(key) === original) this.#encoded.set(`${key}\n${encoding}`, entry)
    return entry
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
async function renderDetached(
  render: Render,
  url: string,
  headers: IncomingHttpHeaders,
  nonce: string,
): Promise<RenderedPage> {
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

/** The cache key: one path has the page, its flight data for a navigation, and segments of that to prefetch. */
function keyOf(request: IncomingMessage): string {
  return [pathOf(request), ...Object.values(flightHeadersOf(request))].join('\n')
}

/** Only screens have flight data: for a feed its headers would be no more than endless names. */
function flightHeadersOf(request: IncomingMessage): Record<string, string> {
  const { rsc, ...others } = request.headers
  return rsc === '1' && publicPageAt(pathOf(request))?.page.isScreen ? flightHeaders({ rsc, ...others }) : {}
}

function isHtml({ headers }: Pick<Injected, 'headers'>): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/html')
}

/** Whether Next answered with a rendering begun for flight data: without a nonce none of its own scripts would run. */
function isJoined(rendered: RenderedPage, builtPages: BuiltPages): boolean {
  const { body, text, nonce } = rendered
  if (!isHtml(rendered) || text.includes(`nonce="${nonce}"`) || builtPageSources(builtPages, body)) return false
  return unknownScripts(text, nonce).length > 0
}

/** The encoding to send a page in to whom asks for it so. */
function encodingFor({ headers }: IncomingMessage, { encoding }: CacheEntry): Encoding {
  return encoding === 'identity' ? 'identity' : chooseEncoding(headers['accept-encoding'])
}

function isShareable({ isPublic, status }: RenderedPage): boolean {
  return isPublic && status === 200
}

function isCacheable({ headers, body }: RenderedPage): boolean {
  return body.length <= BODY_MAX_BYTES && CACHED_TYPES.test(String(headers['content-type'] ?? ''))
}
