import { LRUCache } from 'lru-cache'

export type AllowanceOptions = {
  /** Milliseconds of rendering a client may use in one burst. */
  burstMs: number
  /** The share of the process's time a client may use in the long run, from 0 to 1. */
  share: number
  /** One render counts for at most this many milliseconds, however long others made it take. */
  countedMs: number
}

/** The maximum of clients remembered; one that is evicted gets a new burst. */
const CLIENTS_MAX = 10_000

type Account = { leftMs: number; at: number }

/**
 * A token bucket of render time for each client, for pages that no other client gets from the cache. It refuses
 * nothing: a client that has used up its burst waits before each render.
 */
export class RenderAllowance {
  readonly #options: AllowanceOptions
  readonly #now: () => number
  readonly #accounts = new LRUCache<string, Account>({ max: CLIENTS_MAX })

  constructor(options: AllowanceOptions, now: () => number = () => performance.now()) {
    this.#options = options
    this.#now = now
  }

  /** Milliseconds this client has to wait now; 0 for most. */
  waitMs(client: string): number {
    return Math.max(0, Math.ceil(-this.#leftMs(client) / this.#options.share))
  }

  /** Charges a render of so many milliseconds to the client. */
  spend(client: string, milliseconds: number): void {
    const leftMs = this.#leftMs(client) - Math.min(milliseconds, this.#options.countedMs)
    this.#accounts.set(client, { leftMs, at: this.#now() })
  }

  #leftMs(client: string): number {
    const { burstMs, share } = this.#options
    const account = this.#accounts.get(client)
    if (!account) return burstMs
    return Math.min(burstMs, account.leftMs + (this.#now() - account.at) * share)
  }
}
