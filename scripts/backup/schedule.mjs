import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'
import { backupFolder } from './make.mjs'

/** After one that failed. */
const RETRY_MS = 10 * 60 * 1000

/**
 * Makes a backup every `everyMs`, counted from the last one, whichever start of the site made it. In a process of its
 * own: the site's memory and its answers are not touched.
 * @param {{ everyMs: number, dataDir: string, log: (level: 'info' | 'error', event: string, fields: object) => void }} options
 * @returns {{ stop: () => Promise<void> }}
 */
export function startBackups({ everyMs, dataDir, log }) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let running = null
  let stopped = false

  const run = async () => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts', 'backup.mjs'), '--scheduled'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    /** @type {Buffer[]} */
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
    const [code] = await once(child, 'close').catch((error) => [error.message])
    running = null
    if (stopped) return
    const text = Buffer.concat(said).toString('utf8').trim()
    if (code === 0) log('info', 'backup made', { said: text })
    else log('error', 'backup failed', { said: text, code })
    plan(code === 0 ? untilDue() : Math.min(RETRY_MS, everyMs))
  }
  const untilDue = () => Math.max(0, lastBackup(backupFolder(dataDir)) + everyMs - Date.now())
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const plan = (/** @type {number} */ milliseconds) => {
    timer = setTimeout(run, milliseconds).unref()
  }
  plan(untilDue())

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (!running) return
      running.kill()
      if (running.exitCode === null && running.signalCode === null) await once(running, 'exit')
    },
  }
}

/** When the last scheduled backup was made; 0 without one. @param {string} folder */
function lastBackup(folder) {
  if (!existsSync(folder)) return 0
  const times = readdirSync(folder)
    .filter((name) => name.startsWith('scheduled-') && name.endsWith('.tar'))
    .map((name) => statSync(join(folder, name)).mtimeMs)
  return Math.max(0, ...times)
}
