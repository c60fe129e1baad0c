import { describeError, log } from '@/lib/platform/server/log'

/** Milliseconds from a start to the first run, and from there to each next one; without `everyMs` there is none. */
export type Schedule = { afterMs: number; everyMs?: number }

/** What the site does without a request. */
export type Job = {
  name: string
  /** The jobs of one schedule run one after another, in the order of their list. */
  schedules: Schedule[]
  /** Returns how many rows or files it dealt with, where it counts them. `signal` ends it early. */
  run: (signal: AbortSignal) => Promise<number | undefined>
}

export type JobReport = Record<string, number | null>

/** Stores how a job ended; never throws. */
export type RecordRun = (name: string, outcome: 'succeededAt' | 'failedAt') => Promise<void>
const recordNothing: RecordRun = async () => {}

const NEVER = new AbortController().signal

/**
 * Runs jobs one after another, and returns their counts: null for a job that failed. Never throws: a failure is logged,
 * the others still run, and the next run retries. A job that counted nothing had nothing to do, and is not recorded.
 */
export async function runJobs(jobs: Job[], signal = NEVER, record = recordNothing): Promise<JobReport> {
  const counts: Array<[job: string, count: number | null]> = []
  for (const { name, run } of jobs) {
    if (signal.aborted) break
    try {
      const count = await run(signal)
      if (count === undefined) continue
      counts.push([name, count])
      await record(name, 'succeededAt')
    } catch (error) {
      counts.push([name, null])
      log('error', 'job failed', { job: name, ...describeError(error) })
      await record(name, 'failedAt')
    }
  }
  const report: JobReport = Object.fromEntries(counts)
  if (counts.some(([, count]) => count !== 0)) log('info', 'jobs done', report)
  return report
}

export type RunningJobs = {
  /** Runs the jobs of the schedule now, unless they are running. */
  wake(schedule: Schedule): void
  /** Begins no further run, ends those under way early and resolves when they are done. */
  stop(): Promise<void>
}

/** Runs jobs by their schedules, none of a schedule twice at once. */
export function startJobs(jobs: Job[], record?: RecordRun): RunningJobs {
  const ending = new AbortController()
  const running = new Map<Schedule, Promise<unknown>>()
  const timers: NodeJS.Timeout[] = []
  const wake = (schedule: Schedule) => {
    if (running.has(schedule) || ending.signal.aborted) return
    const due = jobs.filter(({ schedules }) => schedules.includes(schedule))
    running.set(
      schedule,
      runJobs(due, ending.signal, record).finally(() => running.delete(schedule)),
    )
  }
  for (const schedule of new Set(jobs.flatMap(({ schedules }) => schedules))) {
    const { afterMs, everyMs } = schedule
    const begin = () => {
      wake(schedule)
      if (everyMs !== undefined) timers.push(setInterval(wake, everyMs, schedule).unref())
    }
    timers.push(setTimeout(begin, afterMs).unref())
  }
  return {
    wake,
    async stop() {
      ending.abort()
      timers.forEach(clearTimeout)
      await Promise.all(running.values())
    },
  }
}
