import { beforeEach, expect, test } from 'vitest'
import { RenderAllowance } from '@/lib/cache/render-allowance'

let now: number
let allowance: RenderAllowance

beforeEach(() => {
  now = 0
  allowance = new RenderAllowance({ burstMs: 500, share: 0.1, countedMs: 200 }, () => now)
})

test('a client waits once its burst is used up, and no other with it', () => {
  for (let turn = 0; turn < 5; turn += 1) {
    expect(allowance.waitMs('one')).toBe(0)
    allowance.spend('one', 100)
  }
  expect(allowance.waitMs('one')).toBe(0)
  allowance.spend('one', 40)
  expect(allowance.waitMs('one')).toBe(400)
  expect(allowance.waitMs('other')).toBe(0)
})

test('in the long run a client has its share of the time', () => {
  let used = 0
  while (now < 60_000) {
    now += allowance.waitMs('one')
    allowance.spend('one', 20)
    used += 20
    now += 20
  }
  expect(used).toBeGreaterThan(5_900)
  expect(used).toBeLessThan(6_700)
})

test('a rendering that others made slow counts no more than any', () => {
  for (let turn = 0; turn < 3; turn += 1) allowance.spend('one', 60_000)
  expect(allowance.waitMs('one')).toBe(1_000)
})

test('who rests has the whole burst again, and no more', () => {
  allowance.spend('one', 200)
  now += 3_600_000
  for (let turn = 0; turn < 3; turn += 1) allowance.spend('one', 200)
  expect(allowance.waitMs('one')).toBe(1_000)
})
