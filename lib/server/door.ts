import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Client } from '@/lib/auth/server/client-identity'
import { beforeHeaders } from '@/lib/platform/server/next-internals'

export type DoorOptions = {
  /** Requests of all clients but admins that are at work: from their start until the head of their response. */
  total: number
  /** The same of one client; one, once half of its burst is used up: nobody then waits for two in a row. */
  atWork: number
  /** Requests of one client that are at work or whose response is still being sent: each holds a body in memory. */
  open: number
  /** Requests of one client that wait; the next one is refused. */
  waiting: number
  /** Milliseconds of work that a client may cost at once. */
  burstMs: number
  /** The share of a processor that a client may cost in the long run, from 0 to 1. */
  share: number
}

/** A request that would wait longer, or has waited longer, is refused: well before its connection is closed as idle. */
const WAIT_MAX_MS = 20_000
/** The database works for a request too: its time counts, but not how long others, or an outage, made it take. */
const ELAPSED_MAX_MS = 25
/** Clients whose costs are remembered; one that is evicted gets a new burst. */
const CLIENTS_MAX = 10_000
const READS = new Set(['GET', 'HEAD'])

type Visit = { request: IncomingMessage; response: ServerResponse; isUrgent: boolean } & Outcome
/** `retryAfter` is in seconds. */
type Outcome = { run: () => void; refuse: (retryAfter: number) => void }
type Waiting = Visit & { sinceMs: number }
type Visitor = Client & { waiting: Waiting[]; atWork: number; open: number; timer?: NodeJS.Timeout }
type Work = { visit: Visit; visitor: Visitor; processorMs: number; elapsedMs: number }
type Clocks = { elapsedMs: number; processorMs: number }

/**
 * Admits requests, before they cost more than their head: of each client a few at a time, of each connection one, of all
 * together no more than the machine bears, in turns, and within a token bucket of processor time for each client.
 * Clients never wait for what others have waiting.
 */
export class Door {
  readonly #options: DoorOptions
  readonly #clocks: () => Clocks
  /** In the order of their turns: those that have something waiting, at work or open. */
  readonly #visitors = new Map<string, Visitor>()
  readonly #accounts = new LRUCache<string, { leftMs: number; at: number }>({ max: CLIENTS_MAX })
  readonly #works = new Set<Work>()
  #settled: Clocks

  constructor(options: DoorOptions, clocks: () => Clocks = readClocks) {
    this.#options = options
    this.#clocks = clocks
    this.#settled = clocks()
  }

  /**
   * Calls the visit's `run` when its turn has come, or `refuse`; neither when its client has left. An urgent visit does
   * not wait for other clients.
   */
  enter(client: Client, visit: Visit): void {
    const visitor = this.#visitors.get(client.name) ?? { ...client, waiting: [], atWork: 0, open: 0 }
    const { waiting } = this.#options
    if (visitor.waiting.length >= waiting) visitor.waiting = visitor.waiting.filter(isPresent)
    const waitMs = this.#waitMs(visitor)
    if (!client.isAdmin && (visitor.waiting.length >= waiting || waitMs > WAIT_MAX_MS)) {
      refuse(visit, waitMs)
      return
    }
    this.#visitors.set(client.name, visitor)
    visitor.waiting.push({ ...visit, sinceMs: this.#clocks().elapsedMs })
    // Pipelined: it gets the connection once the responses before it are sent.
    if (!visit.response.socket) visit.response.once('socket', () => this.#advance())
    this.#advance()
  }

  #advance(): void {
    let hasStarted = true
    while (hasStarted) {
      hasStarted = false
      for (const visitor of [...this.#visitors.values()]) {
        if (!this.#startNext(visitor)) continue
        hasStarted = true
        // Behind all others.
        this.#visitors.delete(visitor.name)
        this.#visitors.set(visitor.name, visitor)
      }
    }
  }

  #startNext(visitor: Visitor): boolean {
    const { atWork, burstMs, open, total } = this.#options
    const { isAdmin, waiting } = visitor
    this.#refuseLate(visitor)
    if (waiting.length === 0 || (!isAdmin && (visitor.atWork >= atWork || visitor.open >= open))) return false
    if (this.#leftMs(visitor.name) < burstMs / 2 && this.#countAtWork(visitor) > 0) return false
    const isFull = !isAdmin && this.#countAtWork() >= total
    const index = waiting.findIndex(
      (visit) => !isPresent(visit) || (visit.response.socket && (!isFull || visit.isUrgent)),
    )
    const visit = waiting[index]
    if (!visit) return false
    const waitMs = this.#waitMs(visitor)
    if (waitMs > 0 && isPresent(visit)) {
      visitor.timer ??= setTimeout(() => {
        visitor.timer = undefined
        this.#advance()
      }, waitMs).unref()
      return false
    }
    waiting.splice(index, 1)
    if (isPresent(visit)) this.#start(visitor, visit)
    else this.#forget(visitor)
    return true
  }

  #refuseLate(visitor: Visitor): void {
    const latest = this.#clocks().elapsedMs - WAIT_MAX_MS
    while (!visitor.isAdmin && visitor.waiting[0] && visitor.waiting[0].sinceMs < latest) {
      const visit = visitor.waiting.shift()
      if (visit && isPresent(visit)) refuse(visit, this.#waitMs(visitor))
      this.#forget(visitor)
    }
  }

  /** A body that is still arriving costs nothing: whoever sends it slowly takes no other client's place. */
  #countAtWork(only?: Visitor): number {
    let count = 0
    for (const { visit, visitor } of this.#works) {
      if (only && visitor !== only) continue
      if (!visitor.isAdmin && (visit.request.complete || READS.has(visit.request.method ?? ''))) count += 1
    }
    return count
  }

  #start(visitor: Visitor, visit: Visit): void {
    this.#settle()
    const work = { visit, visitor, processorMs: 0, elapsedMs: 0 }
    this.#works.add(work)
    visitor.atWork += 1
    visitor.open += 1
    const endWork = () => {
      if (!this.#works.has(work)) return
      this.#settle()
      this.#works.delete(work)
      visitor.atWork -= 1
      this.#charge(visitor, Math.max(work.processorMs, Math.min(work.elapsedMs, ELAPSED_MAX_MS)))
      this.#advance()
    }
    beforeHeaders(visit.response, endWork)
    visit.response.once('close', () => {
      endWork()
      visitor.open -= 1
      this.#forget(visitor)
      this.#advance()
    })
    visit.run()
  }

  #forget({ name, waiting, open }: Visitor): void {
    if (waiting.length === 0 && open === 0) this.#visitors.delete(name)
  }

  /** Divides what the process has cost since the last time among the requests at work. */
  #settle(): void {
    const clocks = this.#clocks()
    for (const work of this.#works) {
      work.processorMs += (clocks.processorMs - this.#settled.processorMs) / this.#works.size
      work.elapsedMs += (clocks.elapsedMs - this.#settled.elapsedMs) / this.#works.size
    }
    this.#settled = clocks
  }

  #charge({ name, isAdmin }: Visitor, milliseconds: number): void {
    if (!isAdmin) this.#accounts.set(name, { leftMs: this.#leftMs(name) - milliseconds, at: this.#clocks().elapsedMs })
  }

  #waitMs({ name, isAdmin }: Visitor): number {
    return isAdmin ? 0 : Math.max(0, Math.ceil(-this.#leftMs(name) / this.#options.share))
  }

  #leftMs(name: string): number {
    const { burstMs, share } = this.#options
    const account = this.#accounts.get(name)
    return account ? Math.min(burstMs, account.leftMs + (this.#clocks().elapsedMs - account.at) * share) : burstMs
  }
}

function refuse(visit: Visit, waitMs: number): void {
  visit.refuse(Math.max(1, Math.ceil(waitMs / 1_000)))
}

function isPresent({ request }: Visit): boolean {
  return !request.socket.destroyed
}

function readClocks(): Clocks {
  const { user, system } = process.cpuUsage()
  return { elapsedMs: performance.now(), processorMs: (user + system) / 1_000 }
}
