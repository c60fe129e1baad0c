import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRecurringJob } from '@/lib/server/recurring-job'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a chore waits before its first run and then comes again', async () => {
  const work = vi.fn(async () => {})
  const chore = startRecurringJob(work, 1_000, 60_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(work).toHaveBeenCalledTimes(3)
  await chore.stop()
})

test('a run that takes longer than the pause is not joined by another', async () => {
  let finish = () => {}
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const chore = startRecurringJob(work, 0, 10)
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledTimes(2)
  finish()
  await chore.stop()
})

test('stopping waits for the run under way and begins no other', async () => {
  let finish = () => {}
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const chore = startRecurringJob(work, 0, 10)
  await vi.advanceTimersByTimeAsync(0)
  const stopped = vi.fn()
  const stopping = chore.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stopped).not.toHaveBeenCalled()
  finish()
  await stopping
  expect(work).toHaveBeenCalledTimes(1)
})
