import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '@/lib/platform/server/db'
import { newDatabase } from '@/tests/support/unit-database'

const REQUEST_CONTEXT = Symbol.for('@next/request-context')
const host = globalThis as { [REQUEST_CONTEXT]?: { get(): unknown } }

let server: Awaited<ReturnType<typeof newDatabase>>
let watcher: pg.Client
let database: Database | undefined

beforeAll(async () => {
  server = await newDatabase()
  watcher = new pg.Client(server.url)
  await watcher.connect()
})

afterAll(async () => {
  await watcher.end()
  await server.remove()
})

afterEach(async () => {
  delete host[REQUEST_CONTEXT]
  await database?.$disconnect()
})

async function connections() {
  const { rowCount } = await watcher.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
  )
  return rowCount
}

/** Twenty queries at once, each long enough to need a connection beside the others. */
const busy = (on: Database) => Promise.all(Array.from({ length: 20 }, () => on.$queryRaw`SELECT pg_sleep(0.05)::text`))

test('a process of its own takes up to ten connections, a function two, and each as many as it is told', async () => {
  for (const [options, most] of [
    [{}, 10],
    [{ serverless: true }, 2],
    [{ serverless: true, poolSize: 1 }, 1],
  ] as const) {
    database = openDatabase(server.url, options)
    await busy(database)
    expect(await connections()).toBe(most)
    await database.$disconnect()
    await expect.poll(connections).toBe(0)
  }
})

test('a function stays awake after its answer until its connections are closed', async () => {
  const awake: Promise<unknown>[] = []
  host[REQUEST_CONTEXT] = { get: () => ({ waitUntil: (work: Promise<unknown>) => awake.push(work) }) }
  database = openDatabase(server.url, { serverless: true })
  await busy(database)
  expect(awake.length).toBeGreaterThan(0)
  await Promise.all(awake)
  await expect.poll(connections).toBe(0)
})

test('a function waits for a silent database once, and then refuses at once for a moment', async () => {
  vi.stubEnv('DEADLINE_FACTOR', '0.1')
  // The moment does not pass.
  vi.spyOn(performance, 'now').mockReturnValue(1)
  let requested = 0
  const silent = createServer((socket) => {
    requested += 1
    socket.on('error', () => {})
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  database = openDatabase(`postgresql://a:b@127.0.0.1:${port}/none`, { serverless: true })
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => database?.note.count()))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  const before = requested
  expect(before).toBeGreaterThan(0)
  await expect(database.note.count()).rejects.toThrow()
  await expect(database.$transaction([database.note.count()])).rejects.toThrow()
  expect(requested).toBe(before)
  silent.close()
})
