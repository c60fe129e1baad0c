import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type DispatchFunc, type Response as Injected, inject } from 'light-my-request'
import { LRUCache } from 'lru-cache'
import type { Client } from '@/lib/auth/server/client-identity'
import { type BuiltPages, builtPageSources } from '@/lib/cache/built-pages'
import { ClientQueue, NoSlotError } from '@/lib/cache/client-slots'
import { chooseEncoding, compress, type Encoding, isCompressible, reencode } from '@/lib/cache/content-encoding'
import { ENTRY_MAX_BYTES, type PageBudgets, PageEntries } from '@/lib/cache/page-entries'
import { pageKind } from '@/lib/cache/page-kinds'
import { Reencoded } from '@/lib/cache/reencoded'
import type { RenderAllowance } from '@/lib/cache/render-allowance'
import { newNonce, renderedPageScriptSources, unknownScripts } from '@/lib/cache/script-policy'
import { SpareTime } from '@/lib/cache/spare-time'
import { namesEtag } from '@/lib/http/server/etag'
import { log } from '@/lib/platform/server/log'
import { flightHeaders, isForHostCache, NEXT_CACHE_HEADER, withNonce } from '@/lib/platform/server/next-internals'

export type Render = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** What a page shows of rows. */
export type Surroundings = {
  /** Equal to another where the page shows the same. */
  shown: string
  /** Whether that is all it shows of them, as on a list; else only those beside its own row. */
  isAll: boolean
  /** Whether nothing that any page shows was written since this was read. */
  isCurrent: () => Promise<boolean>
}

export type PageCacheOptions = {
  /** Renders a page. */
  render: Render
  /**
   * The maximum of each kind of page, in bytes, and of the encodings made from cached ones; the least recently used are
   * evicted first.
   */
  maxBytes: PageBudgets & { reencoded: number }
  /** The Content-Security-Policy of a page with these sources for inline scripts (a nonce, hashes). */
  contentPolicy: (inlineScripts: string[]) => string
  /** Pages that Next sends as the build wrote them, without the nonce of the request. */
  builtPages: BuiltPages
  /** Headers of every response. */
  headers: Record<string, string>
  /** The client a request belongs to. */
  clientOf: (headers: IncomingHttpHeaders) => Promise<Client>
  /** Limits the render time of clients that are no admins, for pages not served from the cache of named pages. */
  allowance: RenderAllowance
  /** Milliseconds until pages change without a write, because something scheduled becomes public; null for never. */
  untilNextChange: () => Promise<number | null>
  /** What the page at a path shows of rows; null where that is not known. */
  surroundings: (path: string) => Promise<Surroundings | null>
  /** Whether the database is unavailable, so that a page that failed now may succeed later. */
  isUnavailable: () => Promise<boolean>
}

/** A response as Next rendered it. */
type RenderedPage = {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
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

/** A page in the encoding most clients ask for; the others are made from it when somebody asks for one. */
type CacheEntry = {
  bytes: number
  /** Identity for what is not compressed for anybody. */
  encoding: 'br' | 'identity'
  head: Head
  body: Buffer
  headOf: (encoding: Encoding, length: number) => Head
  /** Compressing it once more would make it no smaller. */
  isSmallest: boolean
  /** What it shows of rows; null where nobody can tell, so that it is not compared but rendered anew. */
  surroundings: Pick<Surroundings, 'shown' | 'isAll'> | null
  /** Something that it may show was written: it is compared before it is sent again. */
  isSuspect: boolean
  /** By `performance.now()`. */
  renderedAt: number
}

/** A page to send: one that is in the cache, or can be; else as it was rendered. */
type RenderResult = { entry: CacheEntry } | { entry: null; rendered: RenderedPage }

/** The renders in progress at one path; stale once the path was invalidated. */
type PathRenders = { isStale: boolean; shared: Map<string, Promise<RenderResult>>; all: Set<Promise<RenderResult>> }

/** In front of this server there is at most a proxy that does not hear of writes: it has to revalidate each time. */
const REVALIDATE = 'public, max-age=0, must-revalidate'

/**
 * No entry outlives this while something is scheduled: the time until then is measured once, and a machine that sleeps,
 * or a database whose clock is set, would make it wrong for days.
 */
const SCHEDULED_MAX_MS = 60_000

/** Of a processor's time, for compressing again what is asked for often. */
const SPARE_SHARE = 0.1

/** The year in the footer changes without a write. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

const RETRY_AFTER_SECONDS = '5'

/** Per client. Few, so that other clients' requests are rendered in between. */
const SLOTS = { running: 2, waiting: 100 }
const CACHED_TYPES =
  /^(text\/(html|x-component|markdown|plain|xml)|application\/(xml|json|(rss|atom)\+xml|feed\+json))\b/

/** Headers of Next's response that are replaced here, or that concern only Next's own cache. */
const REPLACED = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'],
  ...['cache-control', 'content-encoding', 'etag', 'vary', 'content-security-policy', NEXT_CACHE_HEADER],
])

/** Request headers that are handled here and not passed to Next, which renders the complete, uncompressed page. */
const HANDLED_HERE = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'connection']

/**
 * An in-memory cache of encoded public pages, in front of Next. Each is stored once, as brotli.
 *
 * Only a public 200 without a cookie, at the path of a page that is the same for everyone (page-kinds.ts), is cached
 * and shared. It is rendered from its path and the known Next headers alone: neither the query nor any other header of
 * a client reaches it. Everything else is rendered for each request. Each client has a few render slots, and for pages
 * that nobody else gets a limited render time.
 *
 * An entry ends when something scheduled becomes public: every page may show it, or link to it.
 *
 * Of a list, and of a page that shows other rows beside its own, a hash of what it shows of them is stored with it: after
 * a write to those that is compared, which costs a query instead of a rendering.
 *
 * A write calls `invalidate` before it responds. A render that began before that is not cached, and no later request
 * gets its result: such requests wait for the old render to finish before they start a new one, because Next itself
 * shares one render among concurrent requests for a path.
 */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #entries: PageEntries<CacheEntry>
  readonly #renders = new Map<string, PathRenders>()
  readonly #logged = new LRUCache<string, true>({ max: LOGGED_MAX })
  readonly #slots = new ClientQueue(SLOTS)
  readonly #reencoded: Reencoded
  readonly #spareTime = new SpareTime(SPARE_SHARE)

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#entries = new PageEntries(options.maxBytes)
    this.#reencoded = new Reencoded(options.maxBytes.reencoded)
  }

  /**
   * Invalidates pages: no later response comes from an earlier render of them.
   * @param paths those at "/note/1" and below it are dropped, or compared before they are sent again where all that they
   * show is known; of those below "/note/*" only what they show of other rows is invalid, so that each is compared. All
   * pages are dropped without it.
   */
  invalidate(paths?: string[]): void {
    if (!paths) this.#entries.clear()
    const dropped = (paths ?? []).filter((path) => !path.endsWith(BELOW))
    const suspected = (paths ?? []).flatMap((path) => (path.endsWith(BELOW) ? path.slice(0, -1) : []))
    const isDropped = (key: string) => dropped.some((path) => isAtOrBelow(key, path))
    const isSuspect = (key: string) => suspected.some((start) => key.startsWith(start))
    for (const [key, entry] of this.#entries.all()) {
      if (isDropped(key) && !entry.surroundings?.isAll) this.#entries.delete(key)
      else if (isDropped(key) || isSuspect(key)) entry.isSuspect = true
    }
    for (const [at, renders] of this.#renders) if (!paths || isDropped(at) || isSuspect(at)) renders.isStale = true
  }

  /** Serves a GET or HEAD from the cache; false when there is no entry. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request)
    const entry = this.#entries.get(key)
    if (!entry || entry.isSuspect) return false
    this.#send(request, response, entry)
    if (!entry.isSmallest) this.#spareTime.add(key, () => this.#recompress(key))
    return true
  }

  /** Renders the page and responds to a GET or HEAD. Concurrent requests for a public page share one render. */
  async render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = await this.#options.clientOf(request.headers)
    const kind = pageKind(pathOf(request))
    try {
      // Separate queues: clients that share an address with one that requests other things still get the site's own
      // pages.
      await this.#slots.run(`${kind === 'named'} ${client.name}`, () => this.#renderInSlot(request, response, client))
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error
      sendTooMany(response)
    }
  }

  async #renderInSlot(request: IncomingMessage, response: ServerResponse, client: Client): Promise<void> {
    const { allowance } = this.#options
    // By now another request may have filled the cache, or the client may have disconnected.
    const isDone = () => response.destroyed || this.serve(request, response)
    if (isDone()) return
    const waitMs = client.isAdmin ? 0 : allowance.waitMs(client.name)
    if (waitMs > 0) {
      await delay(waitMs)
      if (isDone()) return
    }
    const startedAt = performance.now()
    const { url = '/', headers } = request
    const kind = pageKind(pathOf(request))
    const result: RenderResult = kind
      ? await this.#renderShared(request, keyOf(request))
      : { rendered: await this.#render(url, headers), entry: null }
    if (kind !== 'named' || !result.entry) allowance.spend(client.name, performance.now() - startedAt)
    // A page that lacks what became public meanwhile is better than none.
    const shown = result.entry ?? (result.rendered.status === 503 ? this.#lastOf(request) : undefined)
    if (shown) this.#send(request, response, shown)
    else if (!result.entry) await this.#sendOnce(request, response, result.rendered)
  }

  /** Also one whose lifetime is over, but none that may show what was changed. */
  #lastOf(request: IncomingMessage): CacheEntry | undefined {
    const entry = this.#entries.get(keyOf(request), { allowStale: true })
    return entry?.isSuspect ? undefined : entry
  }

  async #renderShared(request: IncomingMessage, key: string): Promise<RenderResult> {
    const path = pathOf(request)
    let renders = this.#renders.get(path)
    // Next answers concurrent requests for a page and for its flight data with one rendering. Begun for flight data, it
    // has no nonce, and the page's scripts would be refused: one waits for the other.
    while (renders && (renders.isStale || !renders.shared.has(key))) {
      await Promise.allSettled(renders.all)
      renders = this.#renders.get(path)
    }
    const shared = renders?.shared.get(key)
    if (shared) {
      const answer = await shared.catch(() => null)
      if (answer && (answer.entry || isShareable(answer.rendered))) return answer
      return this.#startRender(path, key, request, { share: false })
    }
    return this.#startRender(path, key, request, { share: true })
  }

  #startRender(
    path: string,
    key: string,
    request: IncomingMessage,
    { share }: { share: boolean },
  ): Promise<RenderResult> {
    let renders = this.#renders.get(path)
    if (!renders || renders.isStale) {
      renders = { isStale: false, shared: new Map(), all: new Set() }
      this.#renders.set(path, renders)
    }
    const { shared, all } = renders
    const answer = this.#renderAndStore(key, request, renders).finally(() => {
      all.delete(answer)
      if (shared.get(key) === answer) shared.delete(key)
      if (all.size === 0 && this.#renders.get(path)?.all === all) this.#renders.delete(path)
    })
    all.add(answer)
    if (share) shared.set(key, answer)
    return answer
  }

  async #renderAndStore(key: string, request: IncomingMessage, renders: PathRenders): Promise<RenderResult> {
    const path = pathOf(request)
    // First: what becomes public while it is compared or rendered may be missing in it. Without an answer it is not
    // cached.
    const endsAt = await this.#endOfNextRender().catch(() => 0)
    const surroundings = await this.#options.surroundings(path).catch(() => null)
    const store = (entry: CacheEntry) => {
      const lifetimeMs = Math.min(endsAt, entry.renderedAt + LIFETIME_MS) - performance.now()
      const isStored = !renders.isStale && lifetimeMs > 0
      if (isStored) this.#entries.set(key, entry, lifetimeMs)
      return isStored
    }
    const last = this.#entries.get(key, { allowStale: true })
    if (last?.surroundings && last.surroundings.shown === surroundings?.shown) {
      const same = { ...last, isSuspect: false }
      if (store(same)) return { entry: same }
    }
    const renderedAt = performance.now()
    const rendered = await this.#render(path, flightHeaders(request.headers))
    if (!isShareable(rendered) || !isCacheable(rendered)) return { rendered, entry: null }
    // Written meanwhile, the page may show something else than was read before it.
    const isSteady = (await surroundings?.isCurrent().catch(() => false)) ?? false
    const shown = isSteady && surroundings ? { shown: surroundings.shown, isAll: surroundings.isAll } : null
    const entry = { ...(await this.#encode(rendered)), surroundings: shown, renderedAt, isSuspect: false }
    store(entry)
    return { entry }
  }

  /** When a page whose rendering begins now stops being right, by `performance.now()`. */
  async #endOfNextRender(): Promise<number> {
    const untilMs = await this.#options.untilNextChange()
    return untilMs === null ? Number.POSITIVE_INFINITY : performance.now() + Math.min(untilMs, SCHEDULED_MAX_MS)
  }

  async #render(url: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
    const rendered = await renderDetached(this.#options.render, url, headers)
    if (rendered.status !== 500 || !(await this.#options.isUnavailable())) return rendered
    return { ...rendered, status: 503, headers: { ...rendered.headers, 'retry-after': RETRY_AFTER_SECONDS } }
  }

  async #encode(rendered: RenderedPage): Promise<Omit<CacheEntry, 'surroundings' | 'renderedAt' | 'isSuspect'>> {
    const { body: whole } = rendered
    const finished = this.#finish(rendered)
    const tag = tagOf(rendered, finished.policy)
    const isCompressed = isCompressible(String(rendered.headers['content-type'] ?? ''), whole.length)
    const encoding = isCompressed ? 'br' : 'identity'
    const body = isCompressed ? await compress(whole, 'br', 'cached') : whole
    const headOf = (wanted: Encoding, length: number) => headIn(wanted, length, tag, finished)
    const head = headOf(encoding, body.length)
    const bytes = head.headers.reduce((sum, text) => sum + text.length, body.length)
    // A strong tag stands for its bytes.
    return { encoding, head, body, headOf, bytes, isSmallest: !isCompressed || !tag.isWeak }
  }

  /** What is asked for again is compressed once more, for a twelfth fewer bytes and forty times the processor time. */
  async #recompress(key: string): Promise<void> {
    const entry = this.#entries.get(key)
    if (!entry || entry.isSmallest) return
    const body = await compress(await reencode(entry.body, 'identity'), 'br', 'often')
    Object.assign(entry, { body, head: entry.headOf('br', body.length), isSmallest: true })
  }

  #send(request: IncomingMessage, response: ServerResponse, entry: CacheEntry): void {
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === 'br' || entry.encoding === 'identity') send(request, response, entry.head, entry.body)
    else void this.#sendReencoded(request, response, entry, encoding).catch(() => response.destroy())
  }

  async #sendReencoded(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CacheEntry,
    encoding: 'gzip' | 'identity',
  ): Promise<void> {
    const { etag, unchanged } = entry.headOf(encoding, 0)
    if (namesEtag(request.headers['if-none-match'], etag)) response.writeHead(304, unchanged).end()
    else {
      const body = await this.#reencoded.get(entry.body, encoding)
      send(request, response, entry.headOf(encoding, body.length), body)
    }
  }

  /** The headers all encodings share, and the policy. */
  #finish(rendered: RenderedPage): Finished {
    const { headers } = rendered
    const lines = Object.entries(this.#options.headers).flat()
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || REPLACED.has(name)) continue
      for (const one of Array.isArray(value) ? value : [String(value)]) lines.push(name, one)
    }
    const cacheControl = String(headers['cache-control'] ?? 'private, no-store')
    lines.push('Cache-Control', isForHostCache(cacheControl) ? REVALIDATE : cacheControl)
    const varies = [headers.vary ?? [], 'Accept-Encoding'].flat().join(',').split(',')
    lines.push('Vary', [...new Set(varies.map((name) => name.trim().toLowerCase()))].join(', '))
    return { headers: lines, policy: this.#options.contentPolicy(this.#inlineSources(rendered)) }
  }

  /** The script-src sources of the page. An unknown inline script is logged by its hash and does not run. */
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
function tagOf({ body, nonce }: RenderedPage, policy: string): { hash: string; isWeak: boolean } {
  const isWeak = policy.includes(nonce)
  const without = (text: string) => text.replaceAll(nonce, '')
  const hash = createHash('sha256')
    .update(without(policy))
    .update(isWeak ? without(body.toString()) : body)
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
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.rawPayload,
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
  return [pathOf(request), ...Object.values(flightHeaders(request.headers))].join('\n')
}

function isShareable({ isPublic, status }: RenderedPage): boolean {
  return isPublic && status === 200
}

function isCacheable({ headers, body }: RenderedPage): boolean {
  return body.length <= ENTRY_MAX_BYTES && CACHED_TYPES.test(String(headers['content-type'] ?? ''))
}

function sendTooMany(response: ServerResponse): void {
  const message = 'Too many pages were requested at once. Please try again in a moment.'
  response.writeHead(429, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_SECONDS,
  })
  response.end(JSON.stringify({ message, error: message }))
}

/** The end of a path that stands for what pages below it show of other rows. */
const BELOW = '/*'

/** Whether a key or path is `path` itself, its flight data, or below it ("/a.rsc", "/a/b"). */
function isAtOrBelow(key: string, path: string): boolean {
  return key.startsWith(path) && [undefined, '\n', '.', '/'].includes(key[path.length])
}
