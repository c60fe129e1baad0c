import type { Clock } from '@/lib/browser/journal-world'

/** From the last edit to the server, and at most from the first one that is not sent. */
const SEND_AFTER_MS = 1_200
const SEND_WITHIN_MS = 3_000
const RETRY_MS = { first: 2_000, most: 30_000 }

/**
 * How an attempt has ended: `more` was typed meanwhile; what was `changed` elsewhere has been taken over, to be sent on
 * top; what was `refused` may need the writer, what `failed` only time; `waits` is for a decision.
 */
export type Outcome = 'sent' | 'more' | 'partly' | 'changed' | 'failed' | 'refused' | 'waits'

/** When a journal sends: soon after an edit, one request at a time, and after a failure again. */
export class Sender {
  readonly #clock: Clock
  readonly #attempt: (isLast: boolean) => Promise<Outcome>
  #cancel = () => {}
  #unsentSince: number | null = null
  #sending: Promise<void> | null = null
  /** In a row. */
  #failures = 0
  #changes = 0
  #isOver = false

  constructor(clock: Clock, attempt: (isLast: boolean) => Promise<Outcome>) {
    this.#clock = clock
    this.#attempt = attempt
  }

  get isSending(): boolean {
    return this.#sending !== null
  }

  get isWaiting(): boolean {
    return this.#unsentSince !== null
  }

  /** To be called at every edit. */
  soon(): void {
    const now = this.#clock.now()
    this.#unsentSince ??= now
    this.#after(Math.max(0, Math.min(SEND_AFTER_MS, this.#unsentSince + SEND_WITHIN_MS - now)))
  }

  now(): void {
    this.#unsentSince ??= this.#clock.now()
    this.#after(0)
  }

  #after(milliseconds: number): void {
    this.#cancel()
    if (!this.#isOver) this.#cancel = this.#clock.after(milliseconds, () => void this.send())
  }

  /** Sends after the request in progress. `isLast`: beside it, because the page closes. */
  async send(isLast = false): Promise<void> {
    this.#cancel()
    if (this.#isOver) return
    if (this.#sending && !isLast) return this.#sending.then(() => this.send())
    const sending = this.#attempt(isLast)
      .then((outcome) => this.#settle(outcome))
      .finally(() => {
        if (this.#sending === sending) this.#sending = null
      })
    this.#sending = sending
    return sending
  }

  /** Resolves when nothing is on its way. */
  async answered(): Promise<void> {
    await this.#sending
  }

  #settle(outcome: Outcome): void {
    if (outcome === 'sent' || outcome === 'more' || outcome === 'partly') this.#failures = this.#changes = 0
    switch (outcome) {
      case 'sent':
      case 'waits':
        this.#unsentSince = null
        return
      case 'more':
        this.#unsentSince = null
        this.soon()
        return
      case 'partly':
        this.#after(RETRY_MS.most)
        return
      case 'changed':
        // At once, but not for ever: whoever answers so each time has nothing to take over.
        this.#changes += 1
        this.#after(this.#changes === 1 ? 0 : backOff(this.#changes - 1))
        return
      case 'failed':
      case 'refused':
        this.#failures += 1
        this.#after(backOff(this.#failures, outcome === 'failed' ? 1 : 4))
    }
  }

  stop(): void {
    this.#isOver = true
    this.#cancel()
  }
}

const backOff = (times: number, slower = 1) => Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** (times - 1) * slower)
