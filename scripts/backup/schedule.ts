import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { log } from '@/lib/platform/server/log'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { backupFolder, lastScheduled } from './folder'

/** The delay after a failed backup. */
const RETRY_MS = 10 * 60 * 1000

/**
 * Makes a backup every `everyMs`, counted from the last one, across restarts. Runs in a process of its own, so that the
 * server's memory and response times are not affected.
 */
export function startBackups({ everyMs, dataDir }: { everyMs: number; dataDir: string }): {
  stop: () => Promise<void>
} {
  let running: ChildProcess | null = null
  let stopped = false

  const run = async () => {
    const child = spawn(process.execPath, [COMMAND_RUNNER, 'backup', '--scheduled'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
    const [code] = await once(child, 'close').catch((error) => [error.message])
    running = null
    if (stopped) return
    const text = Buffer.concat(said).toString('utf8').trim()
    if (code === 0) log('info', 'backup made', { said: text })
    else log('error', 'backup failed', { said: text, code })
    schedule(code === 0 ? untilDue() : Math.min(RETRY_MS, everyMs))
  }
  const untilDue = () => Math.max(0, lastScheduled(backupFolder(dataDir)) + everyMs - Date.now())
  let timer: NodeJS.Timeout | undefined
  const schedule = (milliseconds: number) => {
    timer = setTimeout(run, milliseconds).unref()
  }
  schedule(untilDue())

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
