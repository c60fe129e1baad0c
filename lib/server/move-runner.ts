import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { openMoves } from '@/lib/move/server/queries'
import { moveRunner } from '@/lib/move/server/runner'
import { describeError, log } from '@/lib/platform/server/log'
import { startRecurringJob } from '@/lib/server/recurring-job'

/** What an archive is made of must not take the memory that visitors are served from. */
const MEMORY_MB = 512
const FIRST_AFTER_MS = 3_000
/** For what a killed process has left, and for other instances; what this one is asked for begins at once. */
const EVERY_MS = 30_000
/** A process renews its claim each second, and has ten. */
const WATCH_EVERY_MS = 5_000
const SILENT_MAX = 6

/**
 * Does the jobs of the screen Import & Export, each in a process of its own.
 * @param file the bundled `scripts/processes/move.ts`
 */
export function startMoveRunner(
  file: string,
  { firstAfterMs = FIRST_AFTER_MS, watchEveryMs = WATCH_EVERY_MS } = {},
): { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let isEnding = false
  async function work(): Promise<void> {
    try {
      while (!isEnding && (await openMoves()).isWaiting) {
        child = fork(file, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
        const [status] = await ended(child)
        child = undefined
        // One that cannot even begin is not begun again at once.
        if (status !== 0) return
      }
    } catch (error) {
      log('error', 'jobs were not looked for', describeError(error))
    }
  }
  /** One that no longer does what it was begun for is killed: it was stopped and goes on, or it hangs. */
  async function ended(process: ChildProcess): Promise<unknown[]> {
    const exit = once(process, 'exit')
    let silent = 0
    for (;;) {
      const leaving = new AbortController()
      const end = await Promise.race([exit, delay(watchEveryMs, null, { signal: leaving.signal }).catch(() => null)])
      leaving.abort()
      if (end) return end
      const { isClaimed } = await openMoves().catch(() => ({ isClaimed: true }))
      silent = isClaimed ? 0 : silent + 1
      if (silent >= SILENT_MAX) process.kill('SIGKILL')
    }
  }
  const job = startRecurringJob(work, firstAfterMs, EVERY_MS)
  moveRunner.value = job
  return {
    async stop() {
      isEnding = true
      moveRunner.value = undefined
      // It leaves its work after the text that it is importing.
      child?.kill('SIGTERM')
      await job.stop()
    },
  }
}
