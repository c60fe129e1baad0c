import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { COMMAND_RUNNER, ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'

const PICTURE_BYTES = 500_000
const MEMORY_WATCH_MS = 20

export type Taken = { seconds: number; peakMegabytes: number }

/**
 * Adds images to a site: rows, and files of noise with the size and the compressibility of photographs.
 * @param bytes total size
 */
export async function addPictures({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }, bytes: number) {
  const folder = join(dataDir, 'uploads')
  mkdirSync(folder, { recursive: true })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    for (let made = 0; made < bytes; made += PICTURE_BYTES) {
      const key = `${randomBytes(6).toString('hex')}-${randomBytes(16).toString('hex')}.jpg`
      writeFileSync(join(folder, key), randomBytes(PICTURE_BYTES))
      await client.query(
        `INSERT INTO "Media" ("id", "key", "url", "store", "contentType", "bytes", "width", "height")
         VALUES (gen_random_uuid(), $1, '/media/' || $1, 'disk', 'image/jpeg', $2, 1200, 800)`,
        [key, PICTURE_BYTES],
      )
    }
  } finally {
    await client.end()
  }
}

/** Backs up a running site and restores the file into an empty database and folder. */
export async function backUpAndRestore({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string
  dataDir: string
}): Promise<{ backup: Taken; restore: Taken; megabytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-test-'))
  const file = join(folder, 'backup.tar')
  const other = await startTemporaryDatabase()
  try {
    const backup = await timed('backup', file, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
    const restore = await timed('restore', file, { DATABASE_URL: other.url, DATA_DIR: other.dataDir })
    return { backup, restore, megabytes: statSync(file).size / 1e6 }
  } finally {
    await other.remove()
    rmSync(folder, { recursive: true })
  }
}

async function timed(command: string, file: string, env: Record<string, string>): Promise<Taken> {
  const begun = performance.now()
  const child = spawn(process.execPath, [COMMAND_RUNNER, command, file], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let peakMegabytes = 0
  const watch = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakMemory(child.pid ?? 0))
  }, MEMORY_WATCH_MS)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new UserError(`${command} ended with ${code}.`)
  return { seconds: (performance.now() - begun) / 1000, peakMegabytes }
}

function peakMemory(pid: number) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}
