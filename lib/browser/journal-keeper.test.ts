import { expect, it } from 'vitest'
import { Keeper } from '@/lib/browser/journal-keeper'
import type { JournalBase, JournalEntry } from '@/lib/browser/journal-store'

const BASE: JournalBase = { base: {}, baseVersion: 0, shared: null }

/** A keeper of a form whose state is changed by `sequence`, with what its browser holds. */
function keeper() {
  const form = { sequence: 1 }
  const held = { atOnce: null as number | null, refuses: false, bases: 0 }
  const entry = () => ({ form: 'one', sequence: form.sequence }) as JournalEntry
  let answer = () => {}
  const store = {
    putEntry: async (_: JournalEntry, base?: JournalBase) => {
      if (held.refuses) throw new DOMException('full', 'QuotaExceededError')
      if (base) held.bases += 1
      await new Promise<void>((resolve) => {
        answer = resolve
      })
    },
    putUnloadEntry: ({ sequence }: JournalEntry) => {
      held.atOnce = sequence
      return true
    },
    removeUnloadEntry: () => {
      held.atOnce = null
    },
    ...{ readRecords: async () => [], removeRecord: async () => {}, tidyStore: async () => {} },
  }
  const refusals: unknown[] = []
  const clock = { now: () => 0, after: () => () => {} }
  const one = new Keeper(
    { clock, store },
    () => ({ entry: entry(), base: BASE }),
    (refusal) => refusals.push(refusal),
  )
  return { one, form, held, refusals, answer: () => answer() }
}

it('forgets what was stored at the last moment once the browser has it, unless something newer is', async () => {
  const { one, form, held, answer } = keeper()
  one.keepAtOnce()
  const first = one.keep()
  answer()
  await first
  expect(held.atOnce).toBeNull()

  form.sequence = 2
  const second = one.keep()
  form.sequence = 3
  one.keepAtOnce()
  answer()
  await second
  expect([one.stored, held.atOnce]).toEqual([2, 3])
})

it('stores what a text was begun from once, and again after it was refused', async () => {
  const { one, held, refusals, answer } = keeper()
  held.refuses = true
  await one.keep()
  expect(refusals).toEqual(['full'])
  held.refuses = false
  for (const _ of [1, 2]) {
    const stored = one.keep()
    answer()
    await stored
  }
  expect([held.bases, refusals]).toEqual([1, ['full', null]])
})
