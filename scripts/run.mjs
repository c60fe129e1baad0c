import { spawn } from 'node:child_process'
import { ROOT } from './root.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Ends what runs; nothing these scripts start outlives them. */
export function endPrograms() {
  for (const child of running) child.kill()
}
process.on('exit', endPrograms)

/**
 * Runs a program in the checkout, with its output shown as it comes, and resolves to its exit status (1 when a signal
 * ended it or it could not be started).
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options] `quiet` keeps standard output away
 * @returns {Promise<number>}
 */
export function run(program, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    running.add(child)
    const end = (/** @type {number} */ status) => {
      running.delete(child)
      resolve(status)
    }
    child.once('error', () => end(1))
    child.once('exit', (status) => end(status ?? 1))
  })
}

/**
 * Runs a JavaScript file with the Node.js we run on.
 * @param {string} file
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(file, args, options) {
  return run(process.execPath, [file, ...args], options)
}
