import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { recordRun } from '@/lib/ops/record-run'
import type { BackupState } from '@/lib/overview/schema'
import { describeError, log } from '@/lib/platform/server/log'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { backupFolder, lastScheduled } from './folder'

/** The delay after a failed backup. */
const RETRY_MS = 10 * 60 * 1000

type Due = { everyMs: number; dataDir: string; signal: AbortSignal }

let failedAt = Number.NEGATIVE_INFINITY

/** When the backup under way began: this process makes one at a time. */
let begunAt: number | null = null
let last = { message: '', hasFailed: false }

/**
 * Makes a backup where the last one, of this process or an earlier one, is `everyMs` old. Returns 1 where it made one.
 * @throws Error with the output of a backup that failed
 */
export async function makeDueBackup({ everyMs, dataDir, signal }: Due): Promise<1 | undefined> {
  const due = Math.max(lastScheduled(backupFolder(dataDir)) + everyMs, failedAt + Math.min(RETRY_MS, everyMs))
  if (Date.now() < due || begunAt !== null || signal.aborted) return
  return makeBackup('scheduled', signal).finally(end)
}

/** Begins a backup that an admin requested, unless one is being made. */
export function startBackup(signal: AbortSignal): void {
  if (begunAt !== null) return
  makeBackup('requested', signal)
    .then(
      (made) => made && recordRun('backups', 'succeededAt'),
      (error) => {
        log('error', 'backup failed', describeError(error))
        return recordRun('backups', 'failedAt')
      },
    )
    .finally(end)
}

export const backupState = (): BackupState => ({
  seconds: begunAt === null ? null : Math.round((Date.now() - begunAt) / 1000),
  ...last,
})

/** Once its end is recorded, for the overview that reads both. */
function end(): void {
  begunAt = null
}

/** In a process of its own, so that the server's memory and response times are not affected. */
async function makeBackup(kind: 'scheduled' | 'requested', signal: AbortSignal): Promise<1 | undefined> {
  begunAt = Date.now()
  const child = spawn(process.execPath, [COMMAND_RUNNER, 'backup', `--${kind}`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  signal.addEventListener('abort', kill)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close').catch((error) => [error.message])
  signal.removeEventListener('abort', kill)
  if (signal.aborted) return
  const message = Buffer.concat(output).toString('utf8').trim()
  last = { message, hasFailed: code !== 0 }
  if (code !== 0) {
    failedAt = Date.now()
    throw new Error(`backup failed (${code}): ${message}`)
  }
  log('info', 'backup made', { message })
  return 1
}
