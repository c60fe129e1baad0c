import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { isAlive, processesIn, waitForExit } from '@/scripts/build/processes'

const LEFTOVER_STOP_MS = 5_000

/**
 * Stops all PostgreSQL processes of a data directory: the server of a killed app, or children of a killed server that
 * have not noticed yet and still use its shared memory.
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
  // Removes the pid file: PostgreSQL would mistake a reused id, or a zombie, for a running server. Without /proc it is
  // kept unless that process is alive, because it is the only hint at children.
  if (process.platform === 'linux' || (recorded && isAlive(recorded.pid))) {
    rmSync(join(data, 'postmaster.pid'), { force: true })
  }
}

/**
 * Requests a fast shutdown (rolls back open transactions, flushes committed ones), after the timeout an immediate one.
 */
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
    // Already ended.
  }
}

/** The contents of a cluster's pid file. */
export function readPidFile(data: string) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}
