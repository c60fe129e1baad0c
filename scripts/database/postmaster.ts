import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { isAlive, processesIn, waitForExit } from '@/scripts/build/processes'

const LEFTOVER_STOP_MS = 5_000

/**
 * Stops every PostgreSQL process that still works on a data folder: the server of a killed app, or, after the server
 * itself was killed, those of its children that have not noticed yet and hold its shared memory.
 */
export async function stopLeftovers(data: string, print: (line: string) => void) {
  const recorded = readPidFile(data)
  const find = () => processesIn('postgres', realpathSync(data), recorded?.pid)
  const leftovers = find()
  if (leftovers.length > 0) {
    print('Ending the database server that an earlier start left behind …')
    const first = leftovers.filter((pid) => pid === recorded?.pid)
    if (first.length > 0) await stopPostmaster(first, LEFTOVER_STOP_MS)
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      const remaining = find()
      for (const pid of remaining) signalProcess(pid, signal)
      if (await waitForExit(remaining, 2_000)) break
    }
    const survivors = find()
    if (survivors.length > 0) {
      throw new UserError(
        `An earlier database server (process ${survivors.join(', ')}) does not end.\nEnd it by hand, then start again.`,
      )
    }
  }
  // PostgreSQL would still take the recorded process for itself when its number went to another program, or when
  // nobody has collected it. Without /proc the file is kept otherwise: only it tells of children not found above.
  if (process.platform === 'linux' || (recorded && isAlive(recorded.pid))) {
    rmSync(join(data, 'postmaster.pid'), { force: true })
  }
}

/** Asks for a fast shutdown (open transactions end, all committed work is written), then for an immediate one. */
export async function stopPostmaster(pids: number[], timeoutMs: number) {
  for (const pid of pids) signalProcess(pid, 'SIGINT')
  if (await waitForExit(pids, timeoutMs)) return
  for (const pid of pids) signalProcess(pid, 'SIGQUIT')
  await waitForExit(pids, 2_000)
}

function signalProcess(pid: number, signal: NodeJS.Signals) {
  try {
    if (pid > 0) process.kill(pid, signal)
  } catch {
    // It has gone by itself.
  }
}

/** What a running server says about itself. */
export function readPidFile(data: string) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}
