import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { log } from '@/lib/platform/server/log'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { backupFolder, lastScheduled } from './folder'

/** The delay after a failed backup. */
const RETRY_MS = 10 * 60 * 1000

type Due = { everyMs: number; dataDir: string; signal: AbortSignal }

let failedAt = Number.NEGATIVE_INFINITY

/**
 * Makes a backup where the last one, of this process or an earlier one, is `everyMs` old. Runs in a process of its own,
 * so that the server's memory and response times are not affected. Returns 1 where it made one.
 * @throws Error with the output of a backup that failed
 */
export async function makeDueBackup({ everyMs, dataDir, signal }: Due): Promise<1 | undefined> {
  const due = Math.max(lastScheduled(backupFolder(dataDir)) + everyMs, failedAt + Math.min(RETRY_MS, everyMs))
  if (Date.now() < due || signal.aborted) return
  const child = spawn(process.execPath, [COMMAND_RUNNER, 'backup', '--scheduled'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill()
  signal.addEventListener('abort', end)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close').catch((error) => [error.message])
  signal.removeEventListener('abort', end)
  if (signal.aborted) return
  const message = Buffer.concat(output).toString('utf8').trim()
  if (code !== 0) {
    failedAt = Date.now()
    throw new Error(`backup failed (${code}): ${message}`)
  }
  log('info', 'backup made', { message })
  return 1
}
