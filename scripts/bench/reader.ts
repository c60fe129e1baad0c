import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

/**
 * Reads pages and tells which were rendered for it: each rendering has a nonce of its own, so that one seen before came
 * from the cache.
 */
export class Reader {
  readonly #baseUrl: string
  readonly #agent = new Agent({ keepAlive: true })
  readonly #seen = new Set<string>()
  reads = 0
  hits = 0

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  async isCached(path: string): Promise<boolean> {
    const request = get(this.#baseUrl + path, { agent: this.#agent, headers: { 'accept-encoding': 'br' } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    const [nonce] = /'nonce-.+?'/.exec(String(response.headers['content-security-policy'])) ?? []
    if (response.statusCode !== 200 || !nonce) throw new Error(`${path} answered ${response.statusCode}`)
    const isCached = this.#seen.has(nonce)
    this.#seen.add(nonce)
    this.reads += 1
    if (isCached) this.hits += 1
    return isCached
  }

  /** The share of the reads since the last time that came from the cache. */
  takeShare(): string {
    const share = `${((100 * this.hits) / this.reads).toFixed(1)}%`
    this.hits = 0
    this.reads = 0
    return share
  }
}
