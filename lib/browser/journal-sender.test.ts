import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Outcome, Sender } from '@/lib/browser/journal-sender'
import type { Clock } from '@/lib/browser/journal-world'

const CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}
const SECOND = 1_000
const MINUTE = 60 * SECOND

let attempts: number[]

/** Begins at 0; each attempt ends with the next of these, the last one again and again. */
function sender(...outcomes: Outcome[]): Sender {
  const begin = Date.now()
  return new Sender(CLOCK, async () => {
    // To a tenth of a second.
    attempts.push(Math.round((Date.now() - begin) / 100) * 100)
    return outcomes[Math.min(attempts.length, outcomes.length) - 1] ?? 'sent'
  })
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  attempts = []
})
afterEach(() => vi.useRealTimers())

describe('a sender', () => {
  it('sends when nothing is typed for 1.2 s, and 3 s after the first letter at the latest', async () => {
    const one = sender('sent')
    one.soon()
    await pass(1 * SECOND)
    one.soon()
    await pass(10 * SECOND)
    expect(attempts).toEqual([2_200])
    for (let time = 0; time < 4 * SECOND; time += 500) {
      one.soon()
      await pass(500)
    }
    expect(attempts).toEqual([2_200, 14_000])
  })

  it('sends what was typed meanwhile next, and one request at a time', async () => {
    const one = sender('more', 'sent')
    one.soon()
    await pass(MINUTE)
    expect(attempts).toEqual([1_200, 2_400])
  })

  it('waits longer after each failure, at most half a minute, and longer at once where it was refused', async () => {
    const failing = sender('failed')
    failing.now()
    await pass(2 * MINUTE + SECOND)
    failing.stop()
    expect(attempts).toEqual([0, 2, 6, 14, 30, 60, 90, 120].map((seconds) => seconds * SECOND))
    attempts = []
    sender('refused').now()
    await pass(30 * SECOND)
    expect(attempts).toEqual([0, 8 * SECOND, 24 * SECOND])
  })

  it('sends at once on top of what was changed elsewhere, but not for ever', async () => {
    sender('changed').now()
    await pass(10 * MINUTE)
    expect(attempts.slice(0, 3)).toEqual([0, 0, 2 * SECOND])
    expect(attempts.length).toBeLessThan(30)
  })

  it('sends beside the request in progress where the page closes, and otherwise after it', async () => {
    const sent: boolean[] = []
    const one = new Sender(CLOCK, (isLast) => {
      sent.push(isLast)
      return new Promise(() => {})
    })
    void one.send()
    void one.send()
    expect(sent).toEqual([false])
    void one.send(true)
    expect(sent).toEqual([false, true])
  })

  it('sends nothing any more when it is stopped', async () => {
    const one = sender('sent')
    one.soon()
    one.stop()
    one.soon()
    await one.send()
    await pass(MINUTE)
    expect(attempts).toEqual([])
  })
})
