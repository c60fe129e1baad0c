/** The client has its maximum of running and queued requests. */
export class NoSlotError extends Error {}

type Client = { running: number; waiting: Array<() => void> }

/**
 * Limits how much work of one client runs at a time; further work is queued, up to a limit. Clients never wait for each
 * other.
 */
export class ClientQueue {
  readonly #clients = new Map<string, Client>()
  readonly #running: number
  readonly #waiting: number

  constructor({ running, waiting }: { running: number; waiting: number }) {
    this.#running = running
    this.#waiting = waiting
  }

  /** @throws NoSlotError when the client's queue is full */
  async run<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const client = this.#clients.get(name) ?? { running: 0, waiting: [] }
    this.#clients.set(name, client)
    if (client.running < this.#running) client.running += 1
    else if (client.waiting.length >= this.#waiting) throw new NoSlotError(`too much of one client is waiting: ${name}`)
    else await new Promise<void>((resolve) => client.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes directly to the next in the queue, so `running` stays the same.
      const next = client.waiting.shift()
      if (next) next()
      else client.running -= 1
      if (client.running === 0) this.#clients.delete(name)
    }
  }
}
