import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { processesIn } from '@/scripts/build/processes'
import { compileProgram } from '@/tests/support/compiled'
import { findHome, removeDatabase } from './cluster-location'
import { findRunningEmbedded, startEmbedded } from './embedded'

const folders: string[] = []
const running: { stop(): Promise<void> }[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-embedded-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** Of all tests that need a database, which any of them makes when it is not there: that writes through to the disk. */
const dataDir = newFolder()

afterEach(() => Promise.all(running.splice(0).map((server) => server.stop())))

afterAll(() => {
  for (const folder of folders) {
    removeDatabase(folder)
    rmSync(folder, { recursive: true })
  }
})

async function start(password = 'first') {
  const server = await startEmbedded({ dataDir, password })
  running.push(server)
  return server
}

async function query(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const clusterFolder = () => realpathSync(join(findHome(dataDir) ?? '', 'data'))
const serverPid = () => Number(readFileSync(join(clusterFolder(), 'postmaster.pid'), 'utf8').split('\n')[0])

test('a new database has checksums, fsync, UTF-8 and letters of any script folded, and no rights beyond its own', async () => {
  const { url } = await start()
  await query(url, 'CREATE EXTENSION citext; CREATE EXTENSION pg_trgm')
  const [row] = await query(
    url,
    `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
              current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS listens,
              'ÄÉЖ' ILIKE 'äéж' AS folds, 'ÄÉЖ'::citext = 'äéж' AS equal, rolsuper AS super
       FROM pg_roles WHERE rolname = current_user`,
  )
  expect(row).toEqual({
    checksums: 'on',
    fsync: 'on',
    encoding: 'UTF8',
    listens: '127.0.0.1',
    folds: true,
    equal: true,
    super: false,
  })
})

test('is found by other commands while it runs; stopped, it leaves no process and keeps its rows; a lost password is reset', async () => {
  const find = () => findRunningEmbedded({ dataDir, password: 'first' })
  expect(await find()).toBeNull()
  const first = await start('first')
  expect(await find()).toBe(first.url)
  await query(first.url, 'CREATE TABLE retained AS SELECT 1 AS id')
  await expect(query(first.url.replace('first', 'second'), 'SELECT 1')).rejects.toThrow('password')
  await first.stop()
  expect(await find()).toBeNull()
  expect(processesIn('postgres', clusterFolder())).toEqual([])
  const second = await start('second')
  expect(await query(second.url, 'SELECT id FROM retained')).toEqual([{ id: 1 }])
})

test('comes back at the same address when it is killed, crashes, or somebody else ends it while the app runs', async () => {
  const { url } = await start()
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS id')
  for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGTERM'] as const) {
    // An open connection like the app's: a server asked to stop would wait for it.
    const idle = new pg.Client(url)
    idle.on('error', () => {})
    await idle.connect()
    const before = serverPid()
    process.kill(before, signal)
    await expect.poll(() => processesIn('postgres', clusterFolder()).includes(before)).toBe(false)
    await expect.poll(() => query(url, 'SELECT id FROM kept').catch(() => null)).toEqual([{ id: 1 }])
    await idle.end()
  }
})

test('that there is no room for a database is said in the words of PostgreSQL', async () => {
  const program = await compileProgram(`
    import { startEmbedded } from './scripts/database/embedded'
    await startEmbedded({ dataDir: process.argv[2], password: 'x' }).catch(({ message }) => console.log(message))`)
  // No file may grow as large as the log of a new database.
  const limited = ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, program.file, newFolder()]
  const { stdout } = spawnSync('sh', limited, { encoding: 'utf8' })
  program.remove()
  expect(stdout).toMatch(/The database could not be made in .+: .*could not write to file .+: File too large\n/)
})
