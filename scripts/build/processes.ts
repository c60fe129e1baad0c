import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A zombie stays until its parent reaps it, which in a container may be never.
  return procStat(pid)?.state !== 'Z'
}

/**
 * The start time of a process as an opaque string, which together with the id identifies it: ids are reused. Null when
 * it does not exist.
 */
export function startTimeOf(pid: number): string | null {
  const stat = procStat(pid)
  if (stat) return stat.start
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim() || null
  } catch {
    return null
  }
}

/**
 * The processes of a program with a working directory: identifies one PostgreSQL among others, because its processes
 * run in its data directory. Without /proc only `candidate` is checked, by its command line.
 * @param program the executable's name
 * @param folder a real path
 */
export function processesIn(program: string, folder: string, candidate?: number): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && workingDirectory(pid) === folder && programOf(pid) === program && isAlive(pid))
  }
  if (!candidate || !isAlive(candidate)) return []
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(candidate)], { encoding: 'utf8', stdio: 'pipe' })
    return command.includes(program) && command.includes(folder) ? [candidate] : []
  } catch {
    return []
  }
}

/** Resolves to true once all processes have ended, to false after the timeout. */
export async function waitForExit(pids: number[], milliseconds: number) {
  const end = Date.now() + milliseconds
  while (pids.some(isAlive)) {
    if (Date.now() > end) return false
    await delay(25)
  }
  return true
}

function workingDirectory(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function programOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

function procStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], start: fields[19] ?? '' }
  } catch {
    return null
  }
}
