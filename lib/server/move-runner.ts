import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { hasWaitingMove } from '@/lib/move/server/queries'
import { moveRunner } from '@/lib/move/server/runner'
import { describeError, log } from '@/lib/platform/server/log'
import { startRecurringJob } from '@/lib/server/recurring-job'

/** What an archive is made of must not take the memory that visitors are served from. */
const MEMORY_MB = 512
const FIRST_AFTER_MS = 3_000
/** For what a killed process has left, and for other instances; what this one is asked for begins at once. */
const EVERY_MS = 30_000

/**
 * Does the jobs of the screen Import & Export, each in a process of its own.
 * @param file the bundled `scripts/processes/move.ts`
 */
export function startMoveRunner(file: string): { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let isEnding = false
  async function work(): Promise<void> {
    try {
      while (!isEnding && (await hasWaitingMove())) {
        child = fork(file, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
        const [status] = await once(child, 'exit')
        child = undefined
        // One that cannot even begin is not begun again at once.
        if (status !== 0) return
      }
    } catch (error) {
      log('error', 'jobs were not looked for', describeError(error))
    }
  }
  const job = startRecurringJob(work, FIRST_AFTER_MS, EVERY_MS)
  moveRunner.value = job
  return {
    async stop() {
      isEnding = true
      moveRunner.value = undefined
      // It leaves its work after the text that it is bringing.
      child?.kill('SIGTERM')
      await job.stop()
    },
  }
}
