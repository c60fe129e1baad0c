import { spawn } from 'node:child_process'

/** The newest Node.js on which the flag was tried: V8 has options that come and go, and an unknown one ends the start. */
const NEWEST_TESTED = 26

/** glibc's allocator gives memory back instead of keeping an arena for each thread. It reads these at the start only. */
export const LEAN_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/** What keeps the memory of a serving process small: a young heap that is small and collected early (decision 008). */
export function leanFlags(version = process.versions.node) {
  const small = '--max-semi-space-size=8'
  return Number.parseInt(version, 10) <= NEWEST_TESTED ? [small, '--heap-growing-percent=50'] : [small]
}

/**
 * Makes this process one that has the lean flags, unless it has them: replaces it where Node.js can, else runs a second
 * one and ends as that does.
 */
export async function restartWithLeanFlags() {
  const flags = leanFlags()
  if (flags.every((flag) => process.execArgv.includes(flag))) return
  const args = [...process.execArgv, ...flags, ...process.argv.slice(1)]
  const env = { ...process.env, ...LEAN_ENV }
  // The types are those of the oldest Node.js we run on, which has none.
  const { execve } = /** @type {{ execve?: (file: string, args: string[], env: NodeJS.ProcessEnv) => never }} */ (
    process
  )
  if (process.platform !== 'win32') execve?.call(process, process.execPath, [process.execPath, ...args], env)

  // The channel tells the child when this process is gone, however it went.
  const child = spawn(process.execPath, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, () => child.kill(name))
  const parent = process.ppid
  // npm that is killed can pass no signal on.
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return
    clearInterval(watch)
    child.kill()
  }, 500).unref()
  await new Promise(() => child.once('exit', (code) => process.exit(code ?? 1)))
}
