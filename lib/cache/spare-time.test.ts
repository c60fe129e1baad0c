import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { SpareTime } from '@/lib/cache/spare-time'

test('jobs are done one after the other, each once, whether they fail or not, and take only their share', async () => {
  const spareTime = new SpareTime(0.25)
  const times: Array<[name: string, began: number, ended: number]> = []
  const job = (name: string) => async () => {
    const began = performance.now()
    await delay(40)
    times.push([name, began, performance.now()])
    if (name === 'one') throw new Error('It failed.')
  }
  for (const name of ['one', 'two', 'one']) spareTime.add(name, job(name))
  await vi.waitUntil(() => times.length === 2)
  spareTime.add('three', job('three'))
  await vi.waitUntil(() => times.length === 3)
  expect(times.map(([name]) => name)).toEqual(['one', 'two', 'three'])
  for (const [index, [, began]] of times.slice(1).entries()) {
    const [, lastBegan = 0, lastEnded = 0] = times[index] ?? []
    expect(began - lastEnded).toBeGreaterThanOrEqual(2.9 * (lastEnded - lastBegan))
  }
})
