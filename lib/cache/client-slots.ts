/** A client has as much under way and waiting as it may. */
export class NoSlotError extends Error {}

type Client = { running: number; waiting: Array<() => void> }

/**
 * Bounds how much of one client is worked on at a time: the rest of it waits in order, up to a bound of its own. Clients
 * never wait for each other.
 */
export class ClientQueue {
  readonly #clients = new Map<string, Client>()
  readonly #running: number
  readonly #waiting: number

  constructor({ running, waiting }: { running: number; waiting: number }) {
    this.#running = running
    this.#waiting = waiting
  }

  /** @throws NoSlotError when too much of this client waits already */
  async run<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const client = this.#clients.get(name) ?? { running: 0, waiting: [] }
    this.#clients.set(name, client)
    if (client.running < this.#running) client.running += 1
    else if (client.waiting.length >= this.#waiting) throw new NoSlotError(`too much of one client is waiting: ${name}`)
    else await new Promise<void>((resolve) => client.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot goes to the next in order, which counts as running from here.
      const next = client.waiting.shift()
      if (next) next()
      else client.running -= 1
      if (client.running === 0) this.#clients.delete(name)
    }
  }
}
