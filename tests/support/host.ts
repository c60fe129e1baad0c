import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { compileProgram } from './compiled'
import { routeOnHost } from './host-router'
import { settings } from './instances'

/** What a function, or the cache in front of it, answered. */
export type HostAnswer = {
  status: number
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
  isCached: boolean
  /** The number of the function that rendered it. */
  by: number
}
type Requested = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }
type Retained = HostAnswer & { tags: string[]; freshUntil: number; endsAt: number }

/** Headers of a request that reach the function of a page the host may keep. */
const PAGE_HEADERS = ['host', 'x-matched-path']

/**
 * A stand-in for a serverless host: routes requests as its builder lays them down, keeps pages by their tags with
 * `s-maxage` and `stale-while-revalidate`, and calls two processes of the functions in turns.
 */
export class Host {
  /** Minutes pass when a test says so. */
  now = 0
  readonly purges: string[] = []
  readonly #pages = new Map<string, Retained>()
  readonly #functions: Array<{ process: ChildProcess; port: number; ids: boolean }> = []
  readonly #server: Server
  #turn = 0
  #remove = () => {}

  private constructor(server: Server) {
    this.#server = server
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** @param own the settings of the functions */
  static async start(own: (url: string) => Record<string, string>): Promise<Host> {
    const server = createServer((request, response) => void host.#serve(request, response))
    const host = new Host(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const program = await compileProgram(readFileSync(path.join(ROOT, 'tests', 'support', 'host-function.ts'), 'utf8'))
    host.#remove = program.remove
    const shared = { ...own(host.url), VERCEL: '1' }
    // The second one as on a host that names no invocations (docs/deployment.md).
    for (const extra of [{}, { NEXT_PRIVATE_RESPONSE_CACHE_TTL: '1' }]) {
      const child = fork(program.file, [ROOT], {
        env: { ...settings(shared), HOST_PURGE: `${host.url}/purge`, ...extra },
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      const [{ port }] = await once(child, 'message')
      host.#functions.push({ process: child, port, ids: !('NEXT_PRIVATE_RESPONSE_CACHE_TTL' in extra) })
    }
    return host
  }

  async stop(): Promise<void> {
    for (const { process: child } of this.#functions) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    this.#server.close()
    this.#server.closeAllConnections()
    this.#remove()
  }

  /** What each function would answer now, without the cache in front; but for the one that has just rendered `shown`. */
  renderOnAll(url: string, headers: Record<string, string> = {}, shown?: HostAnswer): Promise<HostAnswer[]> {
    const rendered = shown?.isCached ? undefined : shown?.by
    return Promise.all(
      this.#functions.flatMap((_, index) =>
        index === rendered ? [] : this.#call({ method: 'GET', url, headers, body: Buffer.alloc(0) }, index),
      ),
    )
  }

  /** As a visitor asks. */
  async get(url: string, headers: Record<string, string> = {}): Promise<HostAnswer> {
    return this.#answer({ method: 'GET', url, headers, body: Buffer.alloc(0) })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { method = 'GET', url = '/', headers } = request
    if (url === '/purge') {
      this.#purge(JSON.parse(body.toString()))
      response.end()
      return
    }
    try {
      const answer = await this.#answer({ method, url, headers, body })
      const { 'transfer-encoding': _, connection: __, ...sent } = answer.headers
      response.writeHead(answer.status, sent).end(answer.body)
    } catch {
      response.writeHead(502).end()
    }
  }

  #purge(tags: string[]): void {
    this.purges.push(...tags)
    for (const [key, retained] of this.#pages)
      if (retained.tags.some((tag) => tags.includes(tag))) this.#pages.delete(key)
  }

  async #answer(requested: Requested): Promise<HostAnswer> {
    const routed = routeOnHost(requested.url, requested.headers)
    if (requested.method !== 'GET') return this.#call(requested)
    const retained = this.#pages.get(routed.url)
    if (!retained || this.now >= retained.endsAt) return this.#render(requested, routed.url)
    // What is stale is given once more, while it is rendered again.
    if (this.now >= retained.freshUntil) await this.#render(requested, routed.url)
    return { ...retained, isCached: true }
  }

  async #render(requested: Requested, key: string): Promise<HostAnswer> {
    const answer = await this.#call(requested)
    const cacheControl = String(answer.headers['cache-control'] ?? '')
    const seconds = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(cacheControl)?.[1] ?? 0)
    const tags = String(answer.headers['x-next-cache-tags'] ?? '').split(',')
    if (seconds('s-maxage') > 0) {
      const freshUntil = this.now + seconds('s-maxage')
      this.#pages.set(key, { ...answer, tags, freshUntil, endsAt: freshUntil + seconds('stale-while-revalidate') })
    }
    return answer
  }

  #call({ method, url, headers, body }: Requested, index = this.#turn++ % this.#functions.length): Promise<HostAnswer> {
    const { route, url: target, isCached: isRetained } = routeOnHost(url, headers)
    const { port = 0, ids = true } = this.#functions[index] ?? {}
    const sent: IncomingHttpHeaders = {
      ...headers,
      host: new URL(this.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-matched-path': route,
      ...(ids ? { 'x-invocation-id': randomUUID() } : {}),
    }
    const passed = isRetained
      ? Object.fromEntries(Object.entries(sent).filter(([name]) => [...PAGE_HEADERS, 'x-invocation-id'].includes(name)))
      : sent
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: target, method, headers: passed }
      httpRequest(options, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const { statusCode: status = 0, headers, rawHeaders } = response
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks), isCached: false, by: index })
      })
        .once('error', reject)
        .end(body)
    })
  }
}
