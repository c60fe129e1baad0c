import { LRUCache } from 'lru-cache'

export type AllowanceOptions = {
  /** What a client may use at once, in milliseconds of rendering. */
  burstMs: number
  /** The share of the time that it may use in the long run. */
  share: number
  /** One rendering counts for no more than this, however long others made it take. */
  countedMs: number
}

/** Clients that are remembered; one that is forgotten has its burst again. */
const CLIENTS_MAX = 10_000

type Account = { leftMs: number; at: number }

/**
 * How much of the process's time each client may have spent on what nobody else gets. It bounds a pace, and refuses
 * nothing: who has used up the burst waits between two renderings.
 */
export class RenderAllowance {
  readonly #options: AllowanceOptions
  readonly #now: () => number
  readonly #accounts = new LRUCache<string, Account>({ max: CLIENTS_MAX })

  constructor(options: AllowanceOptions, now: () => number = () => performance.now()) {
    this.#options = options
    this.#now = now
  }

  /** For how many milliseconds this client has to wait now; 0 for most. */
  waitMs(client: string): number {
    return Math.max(0, Math.ceil(-this.#leftMs(client) / this.#options.share))
  }

  /** Counts a rendering of so many milliseconds. */
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
