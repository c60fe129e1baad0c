import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AdmissionOptions, AdmissionQueue } from '@/lib/server/admission-queue'

const NETWORK = { atWork: 3, arriving: 6, clients: 60, burstMs: 4_000, share: 0.4 }
const OPTIONS: AdmissionOptions = {
  ...{ total: 3, hashes: 2, arriving: 9, atWork: 2, open: 4, waiting: 3, burstMs: 1_000, share: 0.1 },
  network: NETWORK,
}

let started: string[]
let clocks: { elapsedMs: number; processorMs: number }
/** How often the queue has read them. */
let reads: number
let queue: AdmissionQueue

beforeEach(() => {
  started = []
  clocks = { elapsedMs: 0, processorMs: 0 }
  queue = new AdmissionQueue(OPTIONS, () => {
    reads += 1
    return { ...clocks }
  })
})

type Fake = { retryAfter: () => number; head: () => void; close: () => void; leave: () => void; takeSocket: () => void }
type Options = {
  /** Each client is in its own, unless it is said. */
  network?: string
  isAdmin?: boolean
  isUrgent?: boolean
  isHashed?: boolean
  isPipelined?: boolean
  method?: string
  isComplete?: boolean
}

/** A request of a client; `head` and `close` are what its response does. */
function enter(name: string, options: Options = {}): Fake {
  const { network = name, isAdmin = false, isUrgent = false, isHashed = false, isPipelined = false } = options
  const { method = 'GET', isComplete = true } = options
  const socket = { destroyed: false }
  const request = { socket, method, complete: isComplete } as unknown as IncomingMessage
  const response = Object.assign(new EventEmitter(), { socket: isPipelined ? null : socket, writeHead: () => {} })
  const run = () => void started.push(name)
  let retryAfter = 0
  const refuse = (seconds: number) => (retryAfter = seconds)
  const queued = { request, response: response as unknown as ServerResponse, isUrgent, isHashed, run, refuse }
  queue.admit({ name, network, isAdmin }, queued)
  return {
    retryAfter: () => retryAfter,
    head: () => response.writeHead(),
    close: () => void response.emit('close'),
    leave() {
      socket.destroyed = true
      response.emit('close')
    },
    takeSocket() {
      response.socket = socket
      response.emit('socket')
    },
  }
}

/** Lets the requests at work cost something. */
function cost(processorMs: number, elapsedMs = processorMs): void {
  clocks.processorMs += processorMs
  clocks.elapsedMs += elapsedMs
}

test('of one client a few are at work, and the next begins with the head of a response', () => {
  const [first] = [enter('a'), enter('a'), enter('a')]
  expect(started).toEqual(['a', 'a'])
  first?.head()
  expect(started).toEqual(['a', 'a', 'a'])
})

test('responses that are not taken hold back their own client, and no other', () => {
  const opened = Array.from({ length: 4 }, () => {
    const one = enter('a')
    one.head()
    return one
  })
  enter('a')
  expect(started).toHaveLength(4)
  enter('b')
  expect(started.at(-1)).toBe('b')
  opened[0]?.close()
  expect(started.at(-1)).toBe('a')
})

test('a client with too much waiting is refused, with the seconds to wait', () => {
  for (let count = 0; count < 5; count += 1) expect(enter('a').retryAfter()).toBe(0)
  expect(enter('a').retryAfter()).toBe(1)
  expect(enter('b').retryAfter()).toBe(0)
})

test('who has left while waiting takes no place', () => {
  const [first, , waiting] = [enter('a'), enter('a'), enter('a'), enter('a'), enter('a')]
  waiting?.leave()
  expect(enter('a').retryAfter()).toBe(0)
  first?.head()
  first?.close()
  expect(started).toHaveLength(3)
})

test('clients take turns where all together would be too many', () => {
  const running = [enter('a'), enter('a'), enter('b')]
  for (const name of ['a', 'a', 'a', 'c', 'b']) enter(name)
  expect(started).toEqual(['a', 'a', 'b'])
  for (const one of running) one.head()
  expect(started.slice(3)).toEqual(['a', 'b', 'c'])
})

test('admins wait for nobody, and are charged nothing', () => {
  for (const name of ['a', 'a', 'b']) enter(name)
  for (let count = 0; count < 20; count += 1) enter('admins', { isAdmin: true })
  expect(started).toHaveLength(23)
  cost(1_000_000)
  expect(enter('admins', { isAdmin: true }).retryAfter()).toBe(0)
  expect(started).toHaveLength(24)
})

test('what is urgent waits for no other client', () => {
  for (const name of ['a', 'a', 'b']) enter(name)
  enter('c')
  enter('c', { isUrgent: true })
  expect(started).toEqual(['a', 'a', 'b', 'c'])
})

test('a body that is still arriving takes no place of others', () => {
  for (const name of ['a', 'a', 'b', 'b', 'c']) enter(name, { method: 'POST', isComplete: false })
  enter('d')
  expect(started).toEqual(['a', 'a', 'b', 'b', 'c', 'd'])
})

describe('a network', () => {
  const network = 'n'
  const crowd = (count: number, options: Options = {}) =>
    Array.from({ length: count }, (_, number) => enter(`n${number}`, { network, ...options }))

  test('has its turn as one client has, however many addresses it has', () => {
    const many = crowd(20)
    enter('a')
    enter('b')
    expect(started).toEqual(['n0', 'n1', 'n2'])
    for (const one of many.slice(0, 3)) one.head()
    expect(started.slice(3)).toEqual(['n3', 'a', 'b'])
  })

  test('has a few at work where nobody else has any, and its clients take turns', () => {
    queue = new AdmissionQueue({ ...OPTIONS, total: 20 }, () => ({ ...clocks }))
    const [first, second, third] = crowd(20)
    for (let more = 0; more < 3; more += 1) enter('n3', { network })
    expect(started).toEqual(['n0', 'n1', 'n2'])
    for (const one of [first, second, third]) one?.head()
    expect(started.slice(3)).toEqual(['n3', 'n4', 'n5'])
  })

  test('may cost what it may, whichever of its addresses costs it: then it has one at work, and waits', () => {
    vi.useFakeTimers()
    try {
      for (let client = 0; client < 3; client += 1) {
        const one = enter(`c${client}`, { network })
        cost(900, 0)
        one.head()
      }
      const [one] = crowd(3)
      expect(started.slice(3)).toEqual(['n0'])
      cost(1_800, 0)
      one?.head()
      expect(started.slice(3)).toEqual(['n0'])
      enter('a')
      enter('u', { network, isUrgent: true }).head()
      expect(started.slice(4)).toEqual(['a', 'u'])
      clocks.elapsedMs += 1_300
      vi.advanceTimersByTime(1_300)
      expect(started.slice(6)).toEqual(['n1'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('is refused where more of its addresses wait than the queue remembers', () => {
    crowd(NETWORK.clients)
    const [late, own, other] = [enter('late', { network }), enter('n5', { network }), enter('a')]
    expect([late, own, other].map((one) => one.retryAfter())).toEqual([1, 0, 0])
  })

  test('has a few bodies arriving at once, and all together have more', () => {
    const bodies = { method: 'POST', isComplete: false }
    crowd(20, bodies)
    expect(started).toHaveLength(NETWORK.arriving)
    for (const name of ['a', 'b', 'c', 'd', 'e']) enter(name, bodies)
    expect(started.slice(NETWORK.arriving)).toEqual(['a', 'b', 'c'])
    enter('f')
    expect(started.at(-1)).toBe('f')
  })
})

test('what waits for a hash takes no place of what does not, and there are no more at once than hashes', () => {
  for (const name of ['a', 'b', 'c', 'd']) enter(name, { method: 'POST', isHashed: true })
  expect(started).toEqual(['a', 'b'])
  for (const name of ['e', 'f', 'g', 'h']) enter(name)
  expect(started.slice(2)).toEqual(['e', 'f', 'g'])
})

test('who has left is forgotten', () => {
  for (const name of ['a', 'a', 'b']) enter(name)
  const readsOfAnother = () => {
    reads = 0
    enter('another').leave()
    return reads
  }
  readsOfAnother()
  const before = readsOfAnother()
  for (let number = 0; number < 50; number += 1) enter(`left ${number}`).leave()
  // Whoever enters next has them forgotten.
  readsOfAnother()
  expect(readsOfAnother()).toBe(before)
})

test('of one connection one request is at work', () => {
  const second = enter('a', { isPipelined: true })
  expect(started).toEqual([])
  second.takeSocket()
  expect(started).toEqual(['a'])
})

describe('what a client costs', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  test('is a burst, then a share of a processor', () => {
    const first = enter('a')
    cost(1_500)
    first.head()
    enter('a')
    expect(started).toHaveLength(1)
    clocks.elapsedMs += 5_000
    vi.advanceTimersByTime(4_999)
    expect(started).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(started).toHaveLength(2)
    expect(enter('b').retryAfter()).toBe(0)
  })

  test('has one at work once half of the burst is used up', () => {
    const [first, second] = [enter('a'), enter('a')]
    cost(600)
    first?.head()
    enter('a')
    enter('a')
    expect(started).toHaveLength(3)
    second?.head()
    expect(started).toHaveLength(3)
    clocks.elapsedMs += 1_001
    enter('a')
    expect(started).toHaveLength(4)
  })

  test('has another beside a body that is still arriving, whatever is used up', () => {
    const first = enter('a')
    cost(600)
    first.head()
    enter('a', { method: 'POST', isComplete: false })
    enter('a')
    expect(started).toHaveLength(3)
  })

  test('is divided among those that were at work', () => {
    const [own, other] = [enter('a'), enter('b')]
    cost(1_900)
    own.head()
    other.head()
    enter('a')
    enter('b')
    expect(started).toEqual(['a', 'b', 'a', 'b'])
  })

  test('is little where it was others, or the database, who took the time', () => {
    for (let count = 0; count < 39; count += 1) {
      const one = enter('a')
      cost(0, 10_000)
      one.head()
      one.close()
    }
    enter('a')
    expect(started).toHaveLength(40)
  })

  test('refuses whoever would have to wait for long', () => {
    const one = enter('a')
    cost(4_000)
    one.head()
    expect(enter('a').retryAfter()).toBe(30)
  })

  test('is looked at no more for whoever was refused and has nothing else', () => {
    const others = [enter('a'), enter('a'), enter('b')]
    const names = Array.from({ length: 50 }, (_, number) => `late ${number}`)
    for (const name of names) enter(name)
    clocks.elapsedMs += 21_000
    for (const one of others) one.close()
    expect(started).toHaveLength(3)
    reads = 0
    enter('c').close()
    expect([started.length, reads < names.length]).toEqual([4, true])
  })

  test('refuses whoever has waited for long, though the wait seemed short when they came', () => {
    const [first, , late] = [enter('a'), enter('a'), enter('a')]
    clocks.elapsedMs += 19_000
    const lately = enter('a')
    clocks.elapsedMs += 2_000
    cost(4_000)
    first.head()
    expect([started.length, late.retryAfter(), lately.retryAfter()]).toEqual([2, 10, 0])
  })
})
