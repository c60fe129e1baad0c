import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './root.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Kills all child processes, so that none outlives the script. */
export function killPrograms() {
  for (const child of running) child.kill()
}
process.on('exit', killPrograms)

/**
 * Runs a program in the checkout and resolves to its exit status: as in a shell 128 and the number after a signal, 1
 * after a failed start. Its output is passed through; with `quiet` it is printed only on failure.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const output = quiet ? 'pipe' : 'inherit'
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    })
    /** @type {Buffer[]} */
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
    running.add(child)
    const end = (/** @type {number} */ status) => {
      running.delete(child)
      if (status !== 0) process.stderr.write(Buffer.concat(chunks))
      resolve(status)
    }
    child.once('error', () => end(1))
    child.once('close', (status, signal) => end(status ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * Why a program failed that is known to need memory: the system kills it without a word, or its own limit ends it.
 * @param {number} status
 * @param {string} verdict what else it means
 */
export function whyEnded(status, verdict) {
  const ofMemory = [constants.signals.SIGKILL, constants.signals.SIGABRT].map((signal) => 128 + signal)
  if (!ofMemory.includes(status)) return verdict
  return 'The build was killed, most likely for lack of memory: it needs 1.5 GB.\nAdd memory or swap, or build on another machine (docs/deployment.md), then run the same command again.'
}

/**
 * Runs a JavaScript file with the current Node.js.
 * @param {string} file
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(file, args, options) {
  return run(process.execPath, [file, ...args], options)
}

/**
 * Runs npm, the one that started this process if there is one.
 * @param {string[]} args
 */
export function npm(args) {
  const cli = process.env.npm_execpath
  if (cli && /[\\/]npm[\\/]bin[\\/]npm-cli\.js$/.test(cli)) return runNode(cli, args)
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}
