import { spawn } from 'node:child_process'

/**
 * The newest Node.js the flag was tested on: V8 options change, and an unknown one prevents the start. What else is
 * relied on without a promise is in lib/platform/server/next-internals.ts; this is needed before that can be loaded.
 * Test: scripts/bootstrap/lean-node.test.ts "has only flags that this Node.js takes"
 */
const NEWEST_TESTED = 26

/**
 * Makes glibc's allocator return memory instead of keeping an arena per thread: a second one holds what compiling in the
 * background needed once. Read at process start only.
 */
export const LEAN_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/** Flags that limit a server's memory: a small young generation that is collected early (decision 008). */
export function leanFlags(version = process.versions.node) {
  const small = '--max-semi-space-size=4'
  return Number.parseInt(version, 10) <= NEWEST_TESTED ? [small, '--heap-growing-percent=50'] : [small]
}

/**
 * Restarts this process with the lean flags unless it has them: in place where Node.js can, otherwise as a child whose
 * exit status it adopts.
 */
export async function restartWithLeanFlags() {
  const flags = leanFlags()
  if (flags.every((flag) => process.execArgv.includes(flag))) return
  const args = [...process.execArgv, ...flags, ...process.argv.slice(1)]
  const env = { ...process.env, ...LEAN_ENV }
  // Missing in the types, which are those of the oldest supported Node.js.
  const { execve } = /** @type {{ execve?: (file: string, args: string[], env: NodeJS.ProcessEnv) => never }} */ (
    process
  )
  if (process.platform !== 'win32') execve?.call(process, process.execPath, [process.execPath, ...args], env)

  // The IPC channel closes when this process ends in any way.
  const child = spawn(process.execPath, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, () => child.kill(name))
  const parent = process.ppid
  // A killed npm cannot forward the signal.
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return
    clearInterval(watch)
    child.kill()
  }, 500).unref()
  await new Promise(() => child.once('exit', (code) => process.exit(code ?? 1)))
}
