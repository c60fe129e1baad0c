import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type PageWatch, watchPages } from '@/lib/db-pages'
import { applyMigrations } from '@/scripts/database/migrations'
import { startThrowAway } from '@/scripts/database/throw-away'

let server: Awaited<ReturnType<typeof startThrowAway>>
let writer: pg.Client
let watch: PageWatch | undefined
let changes: number

beforeAll(async () => {
  server = await startThrowAway()
  await applyMigrations(server.url)
  writer = new pg.Client(server.url)
  await writer.connect()
})

afterAll(async () => {
  await writer.end()
  await server.remove()
})

beforeEach(() => {
  changes = 0
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(async () => {
  await watch?.stop()
  watch = undefined
})

const INSERT_NOTE = `INSERT INTO "Note" ("id", "title", "updatedAt") VALUES (gen_random_uuid(), 'A note', now())`
const INSERT_USER = `INSERT INTO "User" ("id", "name", "username", "email", "passwordHash", "updatedAt")
  SELECT id, 'Name', id, id, '', now() FROM (SELECT gen_random_uuid()::text AS id) AS ids RETURNING "id"`

async function revision() {
  const { rows } = await writer.query('SELECT "revision"::int AS revision FROM "PageRevision"')
  return rows[0]?.revision
}

/** By how much `work` raises the revision. */
async function raisedBy(work: () => Promise<unknown>) {
  const before = await revision()
  await work()
  return (await revision()) - before
}

/** Watches, and waits until the first revision was seen and a connection listens. */
async function startWatching(directUrl = server.url) {
  watch = watchPages({ directUrl, url: server.url, onChange: () => (changes += 1) })
  await expect.poll(listeners).toBe(1)
  await expect.poll(() => changes).toBeGreaterThan(0)
}

const LISTENERS = `FROM pg_stat_activity WHERE application_name = 'colophon-listen' AND pid <> pg_backend_pid()`

async function listeners() {
  return (await writer.query(`SELECT 1 ${LISTENERS} AND query LIKE '%PageRevision%'`)).rowCount
}

test('a transaction raises the revision once, however much it changes', async () => {
  expect(await raisedBy(() => writer.query(INSERT_NOTE))).toBe(1)
  expect(await raisedBy(() => writer.query(`BEGIN; ${INSERT_NOTE}; ${INSERT_NOTE}; COMMIT`))).toBe(1)
  expect(await raisedBy(() => writer.query(`UPDATE "Note" SET "title" = 'Another'`))).toBe(1)
  expect(await raisedBy(() => writer.query('DELETE FROM "Note"'))).toBe(1)
})

test('what was rolled back, and what no page shows, does not raise it', async () => {
  expect(await raisedBy(() => writer.query(`BEGIN; ${INSERT_NOTE}; ROLLBACK`))).toBe(0)
  expect(await raisedBy(() => writer.query(INSERT_USER))).toBe(0)
  expect(await raisedBy(() => writer.query(`UPDATE "Note" SET "title" = 'x' WHERE false`))).toBe(0)
})

test('a changed and a removed account raise it, and settings do', async () => {
  const { rows } = await writer.query<{ id: string }>(INSERT_USER)
  const id = rows[0]?.id
  expect(await raisedBy(() => writer.query('UPDATE "User" SET "name" = $2 WHERE "id" = $1', [id, 'New']))).toBe(1)
  expect(await raisedBy(() => writer.query('DELETE FROM "User" WHERE "id" = $1', [id]))).toBe(1)
  const insertSettings = `INSERT INTO "SiteSettings" ("ownerName", "titleLine", "bio", "contactNote", "competencies", "updatedAt")
    VALUES ('', '', '', '', '[]', now())`
  expect(await raisedBy(() => writer.query(insertSettings))).toBe(1)
})

test('two transactions at once each raise it, and neither waits for rows of the other', async () => {
  const other = new pg.Client(server.url)
  await other.connect()
  await writer.query(`${INSERT_NOTE}; ${INSERT_NOTE}`)
  const { rows } = await writer.query<{ id: string }>('SELECT "id" FROM "Note" ORDER BY "id" LIMIT 2')
  const touch = (client: pg.Client, at: number) =>
    client.query(`UPDATE "Note" SET "about" = 'touched' WHERE "id" = $1`, [rows[at]?.id])
  const raised = await raisedBy(async () => {
    await Promise.all([writer.query('BEGIN'), other.query('BEGIN')])
    await touch(writer, 0)
    await touch(other, 1)
    // With the revision's lock already held by one of them, this would be a deadlock.
    const waiting = touch(writer, 1)
    await other.query('COMMIT')
    await waiting
    await writer.query('COMMIT')
  })
  await other.end()
  expect(raised).toBe(2)
})

test('a watch tells of the first revision and of every write after it', async () => {
  await startWatching()
  for (let turn = 0; turn < 20; turn += 1) {
    const before = changes
    await writer.query(INSERT_NOTE)
    await expect.poll(() => changes).toBe(before + 1)
  }
})

test('a write made while the connection was cut is caught up, and later ones are told', async () => {
  await startWatching()
  for (let turn = 0; turn < 5; turn += 1) {
    const before = changes
    await writer.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`)
    await writer.query(INSERT_NOTE)
    await expect.poll(() => changes).toBeGreaterThan(before)
    await expect.poll(listeners).toBe(1)
  }
})

test('without a way to listen the revision is asked for', async () => {
  watch = watchPages({
    directUrl: 'postgresql://x:y@127.0.0.1:1/none',
    url: server.url,
    onChange: () => (changes += 1),
  })
  await expect.poll(() => changes).toBe(1)
  await writer.query(INSERT_NOTE)
  await expect.poll(() => changes).toBe(2)
})

test('a connection that falls silent without an end is given up, and its writes are caught up', async () => {
  const way = await startWay()
  try {
    await startWatching(way.url)
    const before = changes
    way.freeze()
    await writer.query(INSERT_NOTE)
    await expect.poll(() => changes, { timeout: 15_000 }).toBeGreaterThan(before)
  } finally {
    await watch?.stop()
    way.close()
  }
})

test('stopping ends its connections', async () => {
  await startWatching()
  await watch?.stop()
  await expect.poll(async () => (await writer.query(`SELECT 1 ${LISTENERS}`)).rowCount).toBe(0)
})

/** A way to the server on which, once frozen, nothing comes through and nothing ends; new connections get through. */
async function startWay() {
  const target = new URL(server.url)
  const sockets: Socket[] = []
  const proxy = createServer((inbound) => {
    const outbound = connect(Number(target.port), target.hostname)
    for (const socket of [inbound, outbound]) socket.on('error', () => undefined)
    inbound.pipe(outbound)
    outbound.pipe(inbound)
    sockets.push(inbound, outbound)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(server.url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
