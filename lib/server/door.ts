import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Client } from '@/lib/auth/server/client-identity'
import { beforeHeaders } from '@/lib/platform/server/next-internals'

/** What costs are allowed of whoever has one name: `burstMs` at once, then `share` of a processor, from 0 to 1. */
type Allowance = { burstMs: number; share: number }

export type DoorOptions = Allowance & {
  /** Requests of all clients but admins that are at work: from their start until the head of their response. */
  total: number
  /** The same of those that have a password hashed, which count apart: they mostly wait. */
  hashes: number
  /** Bodies of all clients that are still arriving. */
  arriving: number
  /** Requests of one client that are at work; one, once half of its burst is used up: nobody waits for two in a row. */
  atWork: number
  /** Requests of one client that are at work or whose response is still being sent: each holds a body in memory. */
  open: number
  /** Requests of one client that wait; the next one is refused. */
  waiting: number
  /** The same of all clients of one network, which may be one person with many addresses. */
  network: Allowance & {
    atWork: number
    arriving: number
    /** Clients with a request; those of the next one are refused. */
    clients: number
  }
}

/** A request that would wait longer, or has waited longer, is refused: well before its connection is closed as idle. */
const WAIT_MAX_MS = 20_000
/** The database works for a request too: its time counts, but not how long others, or an outage, made it take. */
const ELAPSED_MAX_MS = 25
/** Clients, and networks, whose costs are remembered; one that is evicted gets a new burst. */
const NAMES_MAX = 10_000
const READS = new Set(['GET', 'HEAD'])

type Visit = {
  request: IncomingMessage
  response: ServerResponse
  isUrgent: boolean
  /** Whether a password is hashed for it. */
  isHashed: boolean
} & Outcome
/** `retryAfter` is in seconds. */
type Outcome = { run: () => void; refuse: (retryAfter: number) => void }
type Waiting = Visit & { sinceMs: number }
type Network = { name: string; visitors: Map<string, Visitor>; timer?: NodeJS.Timeout }
type Visitor = Omit<Client, 'network'> & {
  network: Network
  waiting: Waiting[]
  atWork: number
  open: number
  timer?: NodeJS.Timeout
}
type Work = { visit: Visit; visitor: Visitor; processorMs: number; elapsedMs: number }
type Clocks = { elapsedMs: number; processorMs: number }
/** For which kinds of requests a network has a place. */
type Places = Record<'read' | 'hash' | 'arriving', boolean>

/** Token buckets of processor time, by name. */
class Budgets {
  readonly #allowance: Allowance
  readonly #accounts = new LRUCache<string, { leftMs: number; at: number }>({ max: NAMES_MAX })

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  leftMs(name: string, now: number): number {
    const { burstMs, share } = this.#allowance
    const account = this.#accounts.get(name)
    return account ? Math.min(burstMs, account.leftMs + (now - account.at) * share) : burstMs
  }

  isHalfUsed(name: string, now: number): boolean {
    return this.leftMs(name, now) < this.#allowance.burstMs / 2
  }

  waitMs(name: string, now: number): number {
    return Math.max(0, Math.ceil(-this.leftMs(name, now) / this.#allowance.share))
  }

  charge(name: string, milliseconds: number, now: number): void {
    this.#accounts.set(name, { leftMs: this.leftMs(name, now) - milliseconds, at: now })
  }
}

/**
 * Admits requests, before they cost more than their head: of each client a few at a time, of each connection one, of all
 * together no more than the machine bears, in turns, and within a token bucket of processor time for each client.
 * Clients never wait for what others have waiting; what one network has waiting counts as one client's.
 */
export class Door {
  readonly #options: DoorOptions
  readonly #clocks: () => Clocks
  /** In the order of their turns, as are the visitors of each: those that have something waiting, at work or open. */
  readonly #networks = new Map<string, Network>()
  readonly #clientBudgets: Budgets
  readonly #networkBudgets: Budgets
  readonly #works = new Set<Work>()
  #settled: Clocks

  constructor(options: DoorOptions, clocks: () => Clocks = readClocks) {
    this.#options = options
    this.#clocks = clocks
    this.#settled = clocks()
    this.#clientBudgets = new Budgets(options)
    this.#networkBudgets = new Budgets(options.network)
  }

  /**
   * Calls the visit's `run` when its turn has come, or `refuse`; neither when its client has left. An urgent visit does
   * not wait for other clients.
   */
  enter(client: Client, visit: Visit): void {
    const now = this.#clocks().elapsedMs
    const network = this.#networks.get(client.network) ?? { name: client.network, visitors: new Map() }
    const known = network.visitors.get(client.name)
    const visitor = known ?? { ...client, network, waiting: [], atWork: 0, open: 0 }
    const { waiting, network: limits } = this.#options
    if (visitor.waiting.length >= waiting) visitor.waiting = visitor.waiting.filter(isPresent)
    const waitMs = this.#waitMs(visitor, visit, now)
    const isTooMuch = visitor.waiting.length >= waiting || (!known && network.visitors.size >= limits.clients)
    if (!client.isAdmin && (isTooMuch || waitMs > WAIT_MAX_MS)) {
      refuse(visit, waitMs)
      return
    }
    this.#networks.set(network.name, network)
    network.visitors.set(visitor.name, visitor)
    visitor.waiting.push({ ...visit, sinceMs: now })
    // Pipelined: it gets the connection once the responses before it are sent.
    if (!visit.response.socket) visit.response.once('socket', () => this.#advance())
    this.#advance()
  }

  #advance(): void {
    let hasStarted = true
    while (hasStarted) {
      hasStarted = false
      for (const network of [...this.#networks.values()]) {
        if (this.#startNext(network)) hasStarted = true
      }
    }
  }

  /** Starts the next request of a network, whose client and itself are behind all others then. */
  #startNext(network: Network): boolean {
    const now = this.#clocks().elapsedMs
    const places = this.#placesOf(network, now)
    const isFull = !places.read && !places.hash && !places.arriving
    for (const visitor of [...network.visitors.values()]) {
      // Of hundreds that wait, none is looked at closely in vain.
      if (isFull && !visitor.isAdmin && !visitor.waiting.some(({ isUrgent }) => isUrgent)) continue
      this.#dropAbsentAndLate(visitor, now)
      const visit = visitor.waiting.find((one) => one.response.socket && this.#mayStart(visitor, one, places, now))
      if (!visit) continue
      visitor.waiting.splice(visitor.waiting.indexOf(visit), 1)
      network.visitors.delete(visitor.name)
      network.visitors.set(visitor.name, visitor)
      this.#networks.delete(network.name)
      this.#networks.set(network.name, network)
      this.#start(visitor, visit)
      return true
    }
    return false
  }

  #mayStart(visitor: Visitor, visit: Visit, places: Places, now: number): boolean {
    if (visitor.isAdmin) return true
    const { atWork, open } = this.#options
    if (visitor.atWork >= atWork || visitor.open >= open) return false
    const kind = isArriving(visit) ? 'arriving' : visit.isHashed ? 'hash' : 'read'
    if (!visit.isUrgent && !places[kind]) return false
    if (this.#clientBudgets.isHalfUsed(visitor.name, now) && this.#isAtWork(visitor)) return false
    return this.#hasPaid(visitor, this.#clientBudgets.waitMs(visitor.name, now))
  }

  #placesOf(network: Network, now: number): Places {
    if (!this.#hasPaid(network, this.#networkBudgets.waitMs(network.name, now)))
      return { read: false, hash: false, arriving: false }
    const { total, hashes, arriving, network: limits } = this.#options
    const atWork = { read: 0, hash: 0, arriving: 0, ofNetwork: 0, arrivingOfNetwork: 0 }
    for (const { visit, visitor } of this.#works) {
      if (visitor.isAdmin) continue
      const isOwn = visitor.network === network ? 1 : 0
      if (isArriving(visit)) {
        atWork.arriving += 1
        atWork.arrivingOfNetwork += isOwn
      } else {
        atWork[visit.isHashed ? 'hash' : 'read'] += 1
        atWork.ofNetwork += isOwn
      }
    }
    const own = this.#networkBudgets.isHalfUsed(network.name, now) ? 1 : limits.atWork
    const isFree = atWork.ofNetwork < own
    return {
      read: isFree && atWork.read < total,
      hash: isFree && atWork.hash < hashes,
      arriving: atWork.arriving < arriving && atWork.arrivingOfNetwork < limits.arriving,
    }
  }

  /** Whether it owes nothing; else all is looked through again once that is so. */
  #hasPaid(debtor: { timer?: NodeJS.Timeout }, waitMs: number): boolean {
    if (waitMs <= 0) return true
    debtor.timer ??= setTimeout(() => {
      debtor.timer = undefined
      this.#advance()
    }, waitMs).unref()
    return false
  }

  #dropAbsentAndLate(visitor: Visitor, now: number): void {
    const { isAdmin, waiting } = visitor
    const first = waiting[0]
    if (!first) return
    visitor.waiting = waiting.filter(isPresent)
    while (!isAdmin && visitor.waiting[0] && visitor.waiting[0].sinceMs < now - WAIT_MAX_MS) {
      const visit = visitor.waiting.shift()
      if (visit) refuse(visit, this.#waitMs(visitor, visit, now))
    }
    this.#forget(visitor)
  }

  #isAtWork(visitor: Visitor): boolean {
    for (const work of this.#works) if (work.visitor === visitor && !isArriving(work.visit)) return true
    return false
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

  #forget({ name, network, waiting, open }: Visitor): void {
    if (waiting.length > 0 || open > 0) return
    network.visitors.delete(name)
    if (network.visitors.size === 0) this.#networks.delete(network.name)
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

  #charge({ name, network, isAdmin }: Visitor, milliseconds: number): void {
    if (isAdmin) return
    this.#clientBudgets.charge(name, milliseconds, this.#settled.elapsedMs)
    this.#networkBudgets.charge(network.name, milliseconds, this.#settled.elapsedMs)
  }

  /** An urgent visit waits for nothing that others of its network have cost. */
  #waitMs({ name, network, isAdmin }: Visitor, { isUrgent }: Visit, now: number): number {
    if (isAdmin) return 0
    const ofNetwork = isUrgent ? 0 : this.#networkBudgets.waitMs(network.name, now)
    return Math.max(this.#clientBudgets.waitMs(name, now), ofNetwork)
  }
}

/** A body that is still arriving costs nothing: whoever sends it slowly takes no other client's place. */
function isArriving({ request }: Visit): boolean {
  return !request.complete && !READS.has(request.method ?? '')
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
