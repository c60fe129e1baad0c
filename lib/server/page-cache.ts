import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type DispatchFunc, type Response as Injected, inject } from 'light-my-request'
import { LRUCache } from 'lru-cache'
import { namesEtag } from '@/lib/http/etag'
import type { KeptPages } from '@/lib/http/kept-pages'
import { chooseEncoding, compress, ENCODINGS, type Encoding, isCompressible } from '@/lib/server/encoding'
import { joinDataScripts, scriptHashes, shareStyles } from '@/lib/server/inline-scripts'
import { WholeAnswer } from '@/lib/server/whole-answer'

export type Render = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export type PageCacheOptions = {
  /** Draws a page anew. */
  render: Render
  /** The most that is kept, in bytes; what was not asked for longest goes first. */
  maxBytes: number
  /** The policy of a page whose inline scripts have these hashes. */
  contentPolicy: (scriptHashes: string[]) => string
  /** On every answer. */
  headers: Record<string, string>
  /** Whether a page that could not be drawn now can be later: the database is away. */
  isAway: () => Promise<boolean>
}

/** An answer as it was drawn. */
type Drawn = { status: number; headers: OutgoingHttpHeaders; body: Buffer; isPublic: boolean }

/** One encoding of a kept page, ready to be written; `known` is for who has it already. */
type Copy = { etag: string; whole: WholeAnswer; known: WholeAnswer }

type Kept = { bytes: number; copies: Record<Encoding, Copy> }

type Answer = { drawn: Drawn; kept: Kept | null }

type Asked = Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>

/** What is being drawn at one path; stale once the path was invalidated. */
type Drawing = { isStale: boolean; shared: Map<string, Promise<Answer>>; all: Set<Promise<Answer>> }

/**
 * For what Next marks with an age of a year, for the cache of a host that it can empty. Before this server stands, if
 * anything, a proxy that nobody tells of a write: it has to ask each time.
 */
const ASK_EACH_TIME = 'public, max-age=0, must-revalidate'

const RETRY_AFTER_SECONDS = '5'

/** Of Next's answer, what we say ourselves, or what only its own cache could mean. */
const REPLACED = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'],
  ...['cache-control', 'content-encoding', 'etag', 'vary', 'x-nextjs-cache', 'content-security-policy'],
])

/** The client's wishes that are ours to fulfil: Next is asked for the whole, plain page. */
const OURS = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'connection']
/** Next looks here for a nonce to write into the page; policies are ours to make. */
const POLICIES = ['content-security-policy', 'content-security-policy-report-only']

/**
 * Public pages, kept whole and encoded, in front of what draws them.
 *
 * Kept is only what says it is public and sets no cookie. A write calls `invalidate` before it answers. What was begun
 * before that is never kept, and nobody who asks after it gets it: a drawing of the same path that is still under way is
 * let finish first, because Next gives one drawing to all who ask at the same time.
 */
export class PageCache implements KeptPages {
  readonly #options: PageCacheOptions
  readonly #kept: LRUCache<string, Kept>
  readonly #drawings = new Map<string, Drawing>()

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#kept = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: ({ bytes }) => bytes })
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
    const wishes = wishesOf(request)
    const kept = this.#kept.get(keyOf(request, wishes))
    if (!kept) return false
    send(request, response, kept, wishes)
    return true
  }

  /** Answers a GET or HEAD by drawing the page, once for all who ask at the same time. */
  async draw(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wishes = wishesOf(request)
    const { drawn, kept } = await this.#answer(request, keyOf(request, wishes))
    if (kept) send(request, response, kept, wishes)
    else await this.#sendOnce(request, response, drawn, wishes)
  }

  async #answer(request: IncomingMessage, key: string): Promise<Answer> {
    const path = pathOf(request)
    let drawing = this.#drawings.get(path)
    while (drawing?.isStale) {
      await Promise.allSettled(drawing.all)
      drawing = this.#drawings.get(path)
    }
    const shared = drawing?.shared.get(key)
    if (shared) {
      const answer = await shared.catch(() => null)
      if (answer?.drawn.isPublic) return answer
      return this.#begin(path, key, request, { share: false })
    }
    return this.#begin(path, key, request, { share: true })
  }

  #begin(path: string, key: string, request: IncomingMessage, { share }: { share: boolean }): Promise<Answer> {
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

  async #make(key: string, request: IncomingMessage, drawing: Drawing): Promise<Answer> {
    const drawn = await this.#drawFor(request)
    if (drawn.status === 500 && (await this.#options.isAway())) {
      const headers = { ...drawn.headers, 'retry-after': RETRY_AFTER_SECONDS }
      return { drawn: { ...drawn, status: 503, headers }, kept: null }
    }
    if (!drawn.isPublic || drawn.status !== 200) return { drawn, kept: null }
    const kept = await this.#encode(drawn)
    if (!drawing.isStale) this.#kept.set(key, kept)
    return { drawn, kept }
  }

  /**
   * Next writes the address asked for into the page, which may be a secret of who asked first, or whatever they please.
   * What others get is drawn without. Only a drawn page tells whether it is one: others read their query.
   */
  async #drawFor({ url = '/', headers, rawHeaders }: Asked): Promise<Drawn> {
    const drawn = await drawDetached(this.#options.render, url, headers)
    const shared = sharedUrl(url, wishesOf({ rawHeaders }))
    return drawn.isPublic && shared !== url ? drawDetached(this.#options.render, shared, headers) : drawn
  }

  async #encode(drawn: Drawn): Promise<Kept> {
    const { body, headers } = this.#finish(drawn)
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    const bodies: Record<Encoding, Buffer> = { identity: body, br: body, gzip: body }
    if (isCompressible(String(drawn.headers['content-type'] ?? ''), body.length)) {
      ;[bodies.br, bodies.gzip] = await Promise.all([compress(body, 'br', 'kept'), compress(body, 'gzip', 'kept')])
    }
    const copies = Object.fromEntries(
      ENCODINGS.map((encoding) => [encoding, copyOf(bodies, encoding, hash, headers)]),
    ) as Record<Encoding, Copy>
    return {
      copies,
      bytes: Object.values(copies).reduce((sum, { whole, known }) => sum + whole.bytes + known.bytes, 0),
    }
  }

  /** The body as it is sent, and what is said of it in every encoding. */
  #finish({ headers, body }: Drawn): { body: Buffer; headers: string[] } {
    const lines = Object.entries(this.#options.headers).flat()
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || REPLACED.has(name)) continue
      for (const one of Array.isArray(value) ? value : [String(value)]) lines.push(name, one)
    }
    const cacheControl = String(headers['cache-control'] ?? 'private, no-store')
    lines.push('Cache-Control', cacheControl.includes('s-maxage') ? ASK_EACH_TIME : cacheControl)
    const varies = [headers.vary ?? [], 'Accept-Encoding'].flat().join(',').split(',')
    lines.push('Vary', [...new Set(varies.map((name) => name.trim().toLowerCase()))].join(', '))
    if (!String(headers['content-type'] ?? '').startsWith('text/html')) {
      lines.push('Content-Security-Policy', this.#options.contentPolicy([]))
      return { body, headers: lines }
    }
    const html = shareStyles(joinDataScripts(body.toString('utf8')))
    lines.push('Content-Security-Policy', this.#options.contentPolicy(scriptHashes(html)))
    return { body: Buffer.from(html), headers: lines }
  }

  /** Answers with what is not kept: somebody's own page, an error. */
  async #sendOnce(
    request: IncomingMessage,
    response: ServerResponse,
    drawn: Drawn,
    { acceptEncoding }: Wishes,
  ): Promise<void> {
    const { body, headers } = this.#finish(drawn)
    const type = String(drawn.headers['content-type'] ?? '')
    const encoding = isCompressible(type, body.length) ? chooseEncoding(acceptEncoding) : 'identity'
    const sent = encoding === 'identity' ? body : await compress(body, encoding, 'once')
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    if (drawn.status !== 204 && drawn.status !== 304) headers.push('Content-Length', String(sent.length))
    response.writeHead(drawn.status, headers)
    response.end(request.method === 'HEAD' ? undefined : sent)
  }
}

function copyOf(bodies: Record<Encoding, Buffer>, encoding: Encoding, hash: string, headers: string[]): Copy {
  const body = bodies[encoding]
  const isPlain = body === bodies.identity
  // Strong, so each encoding has a tag of its own.
  const etag = isPlain ? `"${hash}"` : `"${hash}-${encoding}"`
  const told = [...headers, 'ETag', etag]
  const own = ['Content-Length', String(body.length), ...(isPlain ? [] : ['Content-Encoding', encoding])]
  return { etag, whole: new WholeAnswer(200, [...told, ...own], body), known: new WholeAnswer(304, told) }
}

function send(request: IncomingMessage, response: ServerResponse, { copies }: Kept, wishes: Wishes): void {
  const { etag, whole, known } = copies[chooseEncoding(wishes.acceptEncoding)]
  const has = wishes.ifNoneMatch !== undefined && namesEtag(wishes.ifNoneMatch, etag)
  ;(has ? known : whole).send(request, response, wishes.connection)
}

type Wishes = {
  acceptEncoding?: string
  ifNoneMatch?: string
  connection?: string
  /** Next's data of the page instead of the page: which part, and how much. */
  rsc?: string
  prefetch?: string
  segment?: string
}

/** By the length of a name first: most headers of a request are none of these, and a kept page takes microseconds. */
const WISHES = new Map<number, Map<string, keyof Wishes>>()
for (const [name, wish] of [
  ['accept-encoding', 'acceptEncoding'],
  ['if-none-match', 'ifNoneMatch'],
  ['connection', 'connection'],
  ['rsc', 'rsc'],
  ['next-router-prefetch', 'prefetch'],
  ['next-router-segment-prefetch', 'segment'],
] as const) {
  WISHES.set(name.length, (WISHES.get(name.length) ?? new Map()).set(name, wish))
}

/** Read from the raw lines, because `request.headers` is made from all of them when it is first asked for. */
function wishesOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Wishes {
  const wishes: Wishes = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const wish = WISHES.get(name.length)?.get(name.toLowerCase())
    if (wish === undefined) continue
    const value = rawHeaders[index + 1]
    const before = wishes[wish]
    wishes[wish] = before === undefined ? value : `${before}, ${value}`
  }
  return wishes
}

/** Lets the page be drawn for nobody in particular: a client that goes away ends nothing others wait for. */
async function drawDetached(render: Render, url: string, headers: IncomingHttpHeaders): Promise<Drawn> {
  const asked: IncomingHttpHeaders = { ...headers }
  for (const name of [...OURS, ...POLICIES]) delete asked[name]
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
    // Next says of a page it could keep, and only of such a one, how long a shared cache may.
    isPublic: /\b(public|s-maxage=\d+)\b/.test(cacheControl) && answer.headers['set-cookie'] === undefined,
  }
}

/** The path in one spelling, as Next tells pages apart: without the query, which no kept page reads. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?')
  let path = query === -1 ? url : url.slice(0, query)
  if (path.includes('%')) path = path.split('/').map(respell).join('/')
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function respell(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return part
  }
}

/** The address without its query; Next gives a page's data only under the stamp it has put there. */
function sharedUrl(url: string, { rsc }: Wishes): string {
  const [path = '/', query] = url.split('?', 2)
  const stamp = rsc === '1' ? new URLSearchParams(query).get('_rsc') : null
  return stamp === null ? path : `${path}?_rsc=${encodeURIComponent(stamp)}`
}

/** Of one path there is the page, its data for a navigation inside the browser, and parts of that to load ahead. */
function keyOf(request: IncomingMessage, { rsc, prefetch = '', segment = '' }: Wishes): string {
  const path = pathOf(request)
  return rsc === '1' ? `${path}\n${prefetch}\n${segment}` : path
}

/** Whether a key or path is `path` itself, its data or what Next names after it ("/a.rsc", "/a/b"). */
function isAtOrBelow(key: string, path: string): boolean {
  return key.startsWith(path) && [undefined, '\n', '.', '/'].includes(key[path.length])
}
