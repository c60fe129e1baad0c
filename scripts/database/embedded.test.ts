import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { processesIn } from '@/scripts/build/processes'
import { compileProgram } from '@/tests/support/compiled'
import { findHome, removeDatabase } from './cluster-location'
import { findRunningEmbedded, startEmbedded } from './embedded'

let dataDir: string
let running: { stop(): Promise<void> }[]
let apps: ChildProcess[]
let program: Awaited<ReturnType<typeof compileProgram>> | undefined

afterAll(() => program?.remove())

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'colophon-embedded-'))
  chmodSync(dataDir, 0o711)
  running = []
  apps = []
})

afterEach(async () => {
  for (const app of apps) app.kill('SIGKILL')
  await Promise.all(running.map((server) => server.stop()))
  const left = await start()
  await left.stop()
  removeDatabase(dataDir)
  rmSync(dataDir, { recursive: true })
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

/** A process that starts the server and inserts rows as fast as it can, printing each acknowledged one. */
async function startWriter() {
  program ??= await compileProgram(`
    import { startEmbedded } from './scripts/database/embedded'
    import pg from 'pg'
    const server = await startEmbedded({ dataDir: process.argv[2], password: 'first' })
    const client = new pg.Client(server.url)
    client.on('error', () => {})
    await client.connect()
    await client.query('CREATE TABLE IF NOT EXISTS written (id int PRIMARY KEY)')
    for (let id = 1; ; id++) {
      await client.query('INSERT INTO written VALUES ($1)', [id])
      process.stdout.write(id + '\\n')
    }`)
  const app = spawn(process.execPath, [program.file, dataDir], { stdio: ['ignore', 'pipe', 'ignore'] })
  apps.push(app)
  const acknowledged: number[] = []
  const lines = createInterface({ input: app.stdout })
  lines.on('line', (line) => acknowledged.push(Number(line)))
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(200)
  return { app, acknowledged, drained: once(lines, 'close') }
}

async function expectNoneLost(url: string, acknowledged: number[]) {
  const rows = await query(url, 'SELECT id FROM written')
  const kept = new Set(rows.map((row) => row.id))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
}

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

test('a stopped server leaves no process and keeps its rows', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id')
  await first.stop()
  expect(processesIn('postgres', clusterFolder())).toEqual([])
  const second = await start()
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
})

test('a wrong password is refused, and a lost one reset by the next start', async () => {
  const first = await start('first')
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id')
  await expect(query(first.url.replace('first', 'second'), 'SELECT 1')).rejects.toThrow('password')
  await first.stop()
  const second = await start('second')
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
})

test('another command finds the running server, and none after it has stopped', async () => {
  expect(await findRunningEmbedded({ dataDir, password: 'first' })).toBeNull()
  const server = await start()
  expect(await findRunningEmbedded({ dataDir, password: 'first' })).toBe(server.url)
  await server.stop()
  expect(await findRunningEmbedded({ dataDir, password: 'first' })).toBeNull()
})

test.each([
  ['is killed', 'SIGKILL'],
  ['is asked to end by somebody else', 'SIGTERM'],
  ['crashes', 'SIGQUIT'],
] as const)('a server that %s while the app runs comes back at the same address', async (_, signal) => {
  const { url } = await start()
  // An open connection like the app's: a server asked to stop would wait for it.
  const idle = new pg.Client(url)
  idle.on('error', () => {})
  await idle.connect()
  await idle.query('CREATE TABLE kept AS SELECT 1 AS id')
  const before = serverPid()
  process.kill(before, signal)
  await expect.poll(() => processesIn('postgres', clusterFolder()).includes(before), { timeout: 10_000 }).toBe(false)
  await expect.poll(() => query(url, 'SELECT id FROM kept').catch(() => null), { timeout: 10_000 }).toEqual([{ id: 1 }])
  await idle.end()
})

test('after the app was killed during writes, the next start replaces its server and no acknowledged row is lost', async () => {
  const { app, acknowledged, drained } = await startWriter()
  const left = serverPid()
  app.kill('SIGKILL')
  await drained
  const { url } = await start()
  expect(serverPid()).not.toBe(left)
  await expectNoneLost(url, acknowledged)
})

test('after app and server were killed during writes, no acknowledged row is lost', async () => {
  const { app, acknowledged, drained } = await startWriter()
  process.kill(serverPid(), 'SIGKILL')
  app.kill('SIGKILL')
  await drained
  const { url } = await start()
  await expectNoneLost(url, acknowledged)
})
