import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isAlive, startTimeOf } from './processes'

export type Holder = { pid: number; start: string | null; note: string }

/**
 * Takes a lock file for this process, or returns its holder. The lock of a dead process is removed, even if its id has
 * been reused.
 * @param note shown to others that find the lock taken
 */
export function takeLock(
  file: string,
  note: string,
): { release: () => void; holder: null } | { release: null; holder: Holder } {
  mkdirSync(dirname(file), { recursive: true })
  const content = JSON.stringify({ pid: process.pid, start: startTimeOf(process.pid), note })
  const own = `${file}.${process.pid}`
  writeFileSync(own, content)
  try {
    for (;;) {
      // Linking is atomic and includes the content: nobody can read a half-written lock.
      if (tryLink(own, file)) return { release: () => removeIfUnchanged(file, content), holder: null }
      const found = read(file)
      const holder = found === null ? null : parse(found)
      if (holder && isAlive(holder.pid) && startTimeOf(holder.pid) === holder.start) return { release: null, holder }
      if (found !== null) removeIfUnchanged(file, found)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** The living holder of a lock, or null. */
export function lockHolder(file: string): Holder | null {
  const found = read(file)
  const holder = found === null ? null : parse(found)
  return holder && isAlive(holder.pid) && startTimeOf(holder.pid) === holder.start ? holder : null
}

/**
 * Removes the lock only if it is unchanged: it is renamed first, so that of two concurrent processes one wins, and put
 * back when another process had taken it in between.
 */
function removeIfUnchanged(file: string, content: string) {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== content) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function tryLink(from: string, to: string) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function parse(text: string): Holder | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
