import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startThrowAway } from '../database/throw-away.mjs'
import { PlainError } from '../plain-error.mjs'
import { ROOT } from '../root.mjs'

const PICTURE_BYTES = 500_000
const MEMORY_WATCH_MS = 20

/** @typedef {{ seconds: number, peakMegabytes: number }} Taken */

/**
 * Gives a site pictures: rows and files of noise, as large as photographs and as little to be compressed.
 * @param {{ databaseUrl: string, dataDir: string }} place
 * @param {number} bytes of all of them together
 */
export async function addPictures({ databaseUrl, dataDir }, bytes) {
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

/**
 * Backs a running site up and restores the file into an empty database and folder.
 * @param {{ databaseUrl: string, dataDir: string }} place
 * @returns {Promise<{ backup: Taken, restore: Taken, megabytes: number }>}
 */
export async function backUpAndRestore({ databaseUrl, dataDir }) {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-test-'))
  const file = join(folder, 'backup.tar')
  const other = await startThrowAway()
  try {
    const backup = await timed('backup.mjs', file, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
    const restore = await timed('restore.mjs', file, { DATABASE_URL: other.url, DATA_DIR: other.dataDir })
    return { backup, restore, megabytes: statSync(file).size / 1e6 }
  } finally {
    await other.remove()
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} script
 * @param {string} file
 * @param {Record<string, string>} env
 * @returns {Promise<Taken>}
 */
async function timed(script, file, env) {
  const begun = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'scripts', script), file], {
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
  if (code !== 0) throw new PlainError(`${script} ended with ${code}.`)
  return { seconds: (performance.now() - begun) / 1000, peakMegabytes }
}

/** The most a process has held so far. @param {number} pid */
function peakMemory(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}
