import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { openMoves } from '@/lib/move/server/queries'

/** What an archive is made of must not take the memory that visitors are served from. */
const MEMORY_MB = 512
/** A process renews its claim each second, and has ten. */
const WATCH_EVERY_MS = 5_000
const SILENT_MAX = 6

/**
 * Does what waits on the screen Import & Export, each import or export in a process of its own.
 * @param file the bundled `scripts/processes/move.ts`
 * @param signal ends the process under way after the text that it imports
 */
export async function runMoves(file: string, signal: AbortSignal, watchEveryMs = WATCH_EVERY_MS): Promise<undefined> {
  while ((await openMoves()).isWaiting && !signal.aborted) {
    const child = fork(file, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end)
    const status = await exitOf(child, watchEveryMs).finally(() => signal.removeEventListener('abort', end))
    // One that cannot even begin is not begun again at once.
    if (status !== 0) return
  }
}

/** One that no longer does what it was begun for is killed: it was stopped and goes on, or it hangs. */
async function exitOf(child: ChildProcess, watchEveryMs: number): Promise<unknown> {
  const exit = once(child, 'exit')
  let silent = 0
  for (;;) {
    const leaving = new AbortController()
    const end = await Promise.race([exit, delay(watchEveryMs, null, { signal: leaving.signal }).catch(() => null)])
    leaving.abort()
    if (end) return end[0]
    const { isClaimed } = await openMoves().catch(() => ({ isClaimed: true }))
    silent = isClaimed ? 0 : silent + 1
    if (silent >= SILENT_MAX) child.kill('SIGKILL')
  }
}
