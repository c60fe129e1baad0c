import { setTimeout as delay } from 'node:timers/promises'

/** A job that is refused is offered again at its next occasion. */
const WAITING_MAX = 200

/** Jobs that nobody waits for: one at a time, and none while the last one's share of the time is used up. */
export class SpareTime {
  readonly #share: number
  readonly #waiting = new Map<string, () => Promise<void>>()
  #isRunning = false

  /** @param share of the time, from 0 to 1 */
  constructor(share: number) {
    this.#share = share
  }

  /** Does `job` some time later, once for each name; a failure has no effect. */
  add(name: string, job: () => Promise<void>): void {
    if (this.#waiting.has(name) || this.#waiting.size >= WAITING_MAX) return
    this.#waiting.set(name, job)
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    // What is added meanwhile is visited too.
    for (const [name, job] of this.#waiting) {
      const startedAt = performance.now()
      await job().catch(() => {})
      this.#waiting.delete(name)
      const tookMs = performance.now() - startedAt
      await delay(tookMs / this.#share - tookMs, undefined, { ref: false })
    }
    this.#isRunning = false
  }
}
