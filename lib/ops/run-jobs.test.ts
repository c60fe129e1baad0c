import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Schedule, startJobs } from '@/lib/ops/run-jobs'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})

const start = (run: (signal: AbortSignal) => Promise<number | undefined>, schedule: Schedule) =>
  startJobs([{ name: 'job', schedules: [schedule], run }])

test('a job waits before its first run and then comes again', async () => {
  const run = vi.fn(async () => 1)
  const jobs = start(run, { afterMs: 1_000, everyMs: 60_000 })
  await vi.advanceTimersByTimeAsync(999)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(run).toHaveBeenCalledTimes(3)
  await jobs.stop()
})

test('a job without an interval runs once after a start', async () => {
  const run = vi.fn(async () => undefined)
  const jobs = start(run, { afterMs: 10 })
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(run).toHaveBeenCalledTimes(1)
  await jobs.stop()
})

test('jobs of one schedule run in order, each once, also when one of them fails', async () => {
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const schedule = { afterMs: 0, everyMs: 1_000 }
  const order: string[] = []
  const job = (name: string, work: () => Promise<number>) => ({
    name,
    schedules: [schedule],
    run: async () => {
      order.push(`${name} begins`)
      const count = await work()
      order.push(`${name} ends`)
      return count
    },
  })
  const slow = () => new Promise<number>((resolve) => setTimeout(resolve, 100, 1))
  const jobs = startJobs([job('slow', slow), job('broken', () => Promise.reject(new Error('lost'))), job('last', slow)])
  await vi.advanceTimersByTimeAsync(999)
  expect(order).toEqual(['slow begins', 'slow ends', 'broken begins', 'last begins', 'last ends'])
  expect(errors.mock.calls.join()).toContain('"job":"broken"')
  await jobs.stop()
})

test('a run that takes longer than the pause is not joined by another, also when it is woken', async () => {
  let finish = () => {}
  const run = vi.fn(() => new Promise<undefined>((resolve) => (finish = () => resolve(undefined))))
  const schedule = { afterMs: 0, everyMs: 10 }
  const jobs = start(run, schedule)
  await vi.advanceTimersByTimeAsync(100)
  jobs.wake(schedule)
  expect(run).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(0)
  jobs.wake(schedule)
  expect(run).toHaveBeenCalledTimes(2)
  finish()
  await jobs.stop()
})

test('stopping waits for the run under way, which hears of it, and begins no other', async () => {
  let finish = () => {}
  const run = vi.fn((_signal: AbortSignal) => new Promise<undefined>((resolve) => (finish = () => resolve(undefined))))
  const schedule = { afterMs: 0, everyMs: 10 }
  const jobs = start(run, schedule)
  await vi.advanceTimersByTimeAsync(0)
  const stopped = vi.fn()
  const stopping = jobs.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stopped).not.toHaveBeenCalled()
  expect(run.mock.calls[0]?.[0].aborted).toBe(true)
  finish()
  await stopping
  jobs.wake(schedule)
  expect(run).toHaveBeenCalledTimes(1)
})
