import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Client } from '@/lib/auth/server/client-identity'
import { beforeHeaders } from '@/lib/platform/server/next-internals'

/** What costs are allowed of whoever has one name: `burstMs` at once, then `share` of a processor, from 0 to 1. */
type Allowance = { burstMs: number; share: number }

export type AdmissionOptions = Allowance & {
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

type QueuedRequest = {
  request: IncomingMessage
  response: ServerResponse
  isUrgent: boolean
  /** Whether a password is hashed for it. */
  isHashed: boolean
} & Outcome
/** `retryAfter` is in seconds. */
type Outcome = { run: () => void; refuse: (retryAfter: number) => void }
type Waiting = QueuedRequest & { sinceMs: number }
type Network = { name: string; clients: Map<string, ClientState>; timer?: NodeJS.Timeout }
type ClientState = Omit<Client, 'network'> & {
  network: Network
  waiting: Waiting[]
  atWork: number
  open: number
  timer?: NodeJS.Timeout
}
type RunningRequest = { queued: QueuedRequest; state: ClientState; processorMs: number; elapsedMs: number }
type Clocks = { elapsedMs: number; processorMs: number }
/** Which kinds of requests of a network may start. */
type Slots = Record<'read' | 'hash' | 'arriving', boolean>

/** Token buckets of processor time, by name. */
class Budgets {
  readonly #allowance: Allowance
  readonly #balances = new LRUCache<string, { leftMs: number; at: number }>({ max: NAMES_MAX })

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  leftMs(name: string, now: number): number {
    const { burstMs, share } = this.#allowance
    const balance = this.#balances.get(name)
    return balance ? Math.min(burstMs, balance.leftMs + (now - balance.at) * share) : burstMs
  }

  isHalfUsed(name: string, now: number): boolean {
    return this.leftMs(name, now) < this.#allowance.burstMs / 2
  }

  waitMs(name: string, now: number): number {
    return Math.max(0, Math.ceil(-this.leftMs(name, now) / this.#allowance.share))
  }

  charge(name: string, milliseconds: number, now: number): void {
    this.#balances.set(name, { leftMs: this.leftMs(name, now) - milliseconds, at: now })
  }
}

/**
 * Admits requests, before they cost more than their head: of each client a few at a time, of each connection one, of all
 * together no more than the machine bears, in turns, and within a token bucket of processor time for each client.
 * Clients never wait for what others have waiting; what one network has waiting counts as one client's.
 */
export class AdmissionQueue {
  readonly #options: AdmissionOptions
  readonly #clocks: () => Clocks
  /** In the order of their turns, as are the clients of each network: those that have something waiting, at work or open. */
  readonly #networks = new Map<string, Network>()
  readonly #clientBudgets: Budgets
  readonly #networkBudgets: Budgets
  readonly #running = new Set<RunningRequest>()
  #settled: Clocks

  constructor(options: AdmissionOptions, clocks: () => Clocks = readClocks) {
    this.#options = options
    this.#clocks = clocks
    this.#settled = clocks()
    this.#clientBudgets = new Budgets(options)
    this.#networkBudgets = new Budgets(options.network)
  }

  /**
   * Calls the request's `run` when its turn has come, or `refuse`; neither when its client has left. An urgent one does
   * not wait for other clients.
   */
  admit(client: Client, queued: QueuedRequest): void {
    const now = this.#clocks().elapsedMs
    const network = this.#networks.get(client.network) ?? { name: client.network, clients: new Map() }
    const known = network.clients.get(client.name)
    const state = known ?? { ...client, network, waiting: [], atWork: 0, open: 0 }
    const { waiting, network: limits } = this.#options
    if (state.waiting.length >= waiting) state.waiting = state.waiting.filter(isPresent)
    const waitMs = this.#waitMs(state, queued, now)
    const isTooMuch = state.waiting.length >= waiting || (!known && network.clients.size >= limits.clients)
    if (!client.isAdmin && (isTooMuch || waitMs > WAIT_MAX_MS)) {
      refuse(queued, waitMs)
      return
    }
    this.#networks.set(network.name, network)
    network.clients.set(state.name, state)
    state.waiting.push({ ...queued, sinceMs: now })
    // Pipelined: it gets the connection once the responses before it are sent.
    if (!queued.response.socket) queued.response.once('socket', () => this.#advance())
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
    const slots = this.#slotsOf(network, now)
    const isFull = !slots.read && !slots.hash && !slots.arriving
    for (const state of [...network.clients.values()]) {
      // Of hundreds that wait, none is looked at closely in vain.
      if (isFull && !state.isAdmin && !state.waiting.some(({ isUrgent }) => isUrgent)) continue
      this.#dropAbsentAndLate(state, now)
      const queued = state.waiting.find((entry) => entry.response.socket && this.#mayStart(state, entry, slots, now))
      if (!queued) continue
      state.waiting.splice(state.waiting.indexOf(queued), 1)
      network.clients.delete(state.name)
      network.clients.set(state.name, state)
      this.#networks.delete(network.name)
      this.#networks.set(network.name, network)
      this.#start(state, queued)
      return true
    }
    return false
  }

  #mayStart(state: ClientState, queued: QueuedRequest, slots: Slots, now: number): boolean {
    if (state.isAdmin) return true
    const { atWork, open } = this.#options
    if (state.atWork >= atWork || state.open >= open) return false
    const kind = isArriving(queued) ? 'arriving' : queued.isHashed ? 'hash' : 'read'
    if (!queued.isUrgent && !slots[kind]) return false
    if (this.#clientBudgets.isHalfUsed(state.name, now) && this.#isAtWork(state)) return false
    return this.#hasPaid(state, this.#clientBudgets.waitMs(state.name, now))
  }

  #slotsOf(network: Network, now: number): Slots {
    if (!this.#hasPaid(network, this.#networkBudgets.waitMs(network.name, now)))
      return { read: false, hash: false, arriving: false }
    const { total, hashes, arriving, network: limits } = this.#options
    const atWork = { read: 0, hash: 0, arriving: 0, ofNetwork: 0, arrivingOfNetwork: 0 }
    for (const { queued, state } of this.#running) {
      if (state.isAdmin) continue
      const isOwn = state.network === network ? 1 : 0
      if (isArriving(queued)) {
        atWork.arriving += 1
        atWork.arrivingOfNetwork += isOwn
      } else {
        atWork[queued.isHashed ? 'hash' : 'read'] += 1
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

  #dropAbsentAndLate(state: ClientState, now: number): void {
    const { isAdmin, waiting } = state
    const first = waiting[0]
    if (!first) return
    state.waiting = waiting.filter(isPresent)
    while (!isAdmin && state.waiting[0] && state.waiting[0].sinceMs < now - WAIT_MAX_MS) {
      const queued = state.waiting.shift()
      if (queued) refuse(queued, this.#waitMs(state, queued, now))
    }
    this.#forget(state)
  }

  #isAtWork(state: ClientState): boolean {
    for (const running of this.#running) if (running.state === state && !isArriving(running.queued)) return true
    return false
  }

  #start(state: ClientState, queued: QueuedRequest): void {
    this.#settle()
    const running = { queued, state, processorMs: 0, elapsedMs: 0 }
    this.#running.add(running)
    state.atWork += 1
    state.open += 1
    const endWork = () => {
      if (!this.#running.has(running)) return
      this.#settle()
      this.#running.delete(running)
      state.atWork -= 1
      this.#charge(state, Math.max(running.processorMs, Math.min(running.elapsedMs, ELAPSED_MAX_MS)))
      this.#advance()
    }
    beforeHeaders(queued.response, endWork)
    queued.response.once('close', () => {
      endWork()
      state.open -= 1
      this.#forget(state)
      this.#advance()
    })
    queued.run()
  }

  #forget({ name, network, waiting, open }: ClientState): void {
    if (waiting.length > 0 || open > 0) return
    network.clients.delete(name)
    if (network.clients.size === 0) this.#networks.delete(network.name)
  }

  /** Divides what the process has cost since the last time among the requests that are running. */
  #settle(): void {
    const clocks = this.#clocks()
    for (const running of this.#running) {
      running.processorMs += (clocks.processorMs - this.#settled.processorMs) / this.#running.size
      running.elapsedMs += (clocks.elapsedMs - this.#settled.elapsedMs) / this.#running.size
    }
    this.#settled = clocks
  }

  #charge({ name, network, isAdmin }: ClientState, milliseconds: number): void {
    if (isAdmin) return
    this.#clientBudgets.charge(name, milliseconds, this.#settled.elapsedMs)
    this.#networkBudgets.charge(network.name, milliseconds, this.#settled.elapsedMs)
  }

  /** An urgent request waits for nothing that others of its network have cost. */
  #waitMs({ name, network, isAdmin }: ClientState, { isUrgent }: QueuedRequest, now: number): number {
    if (isAdmin) return 0
    const ofNetwork = isUrgent ? 0 : this.#networkBudgets.waitMs(network.name, now)
    return Math.max(this.#clientBudgets.waitMs(name, now), ofNetwork)
  }
}

/** A body that is still arriving costs nothing: whoever sends it slowly takes no other client's slot. */
function isArriving({ request }: QueuedRequest): boolean {
  return !request.complete && !READS.has(request.method ?? '')
}

function refuse(queued: QueuedRequest, waitMs: number): void {
  queued.refuse(Math.max(1, Math.ceil(waitMs / 1_000)))
}

function isPresent({ request }: QueuedRequest): boolean {
  return !request.socket.destroyed
}

function readClocks(): Clocks {
  const { user, system } = process.cpuUsage()
  return { elapsedMs: performance.now(), processorMs: (user + system) / 1_000 }
}
