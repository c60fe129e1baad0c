import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForRevisions, type RevisionListener } from '@/lib/cache/revision-listener'
import { selectChanges, toChanges } from '@/lib/cache/server/queries'
import { newDatabase } from '@/tests/support/unit-database'

let server: Awaited<ReturnType<typeof newDatabase>>
let writer: pg.Client
let watch: RevisionListener | undefined
let changes: number
/** What each change concerned; null stands for all pages. */
let concerned: Array<string[] | null>

beforeAll(async () => {
  server = await newDatabase()
  writer = new pg.Client(server.url)
  await writer.connect()
})

afterAll(async () => {
  await writer.end()
  await server.remove()
})

beforeEach(() => {
  changes = 0
  concerned = []
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(async () => {
  await watch?.stop()
  watch = undefined
})

const INSERT_NOTE = `INSERT INTO "Note" ("id", "title", "updatedAt") VALUES (gen_random_uuid(), 'A note', now())`
const INSERT_USER = `INSERT INTO "User" ("id", "name", "username", "email", "passwordHash", "updatedAt")
  SELECT id, 'Name', id, id, '', now() FROM (SELECT gen_random_uuid()::text AS id) AS ids RETURNING "id"`

async function insertUser(): Promise<string> {
  return (await writer.query<{ id: string }>(INSERT_USER)).rows[0]?.id ?? ''
}

function onChange(keys?: string[]) {
  changes += 1
  concerned.push(keys ?? null)
}

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
  watch = listenForRevisions({ directUrl, url: server.url, onChange })
  await expect.poll(listeners).toBe(1)
  await expect.poll(() => changes).toBeGreaterThan(0)
}

const LISTENERS = `FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'colophon-listen' AND pid <> pg_backend_pid()`

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

/** The keys of what the last revision changed; null where it is everything. */
async function lastConcerned() {
  const { rows } = await writer.query(
    'SELECT "key" FROM "PageKey" WHERE "revision" = (SELECT "revision" FROM "PageRevision")',
  )
  const keys = rows.map(({ key }) => key).sort()
  return keys[0] === 'all' ? null : keys
}

const INSERT_SETTINGS = `INSERT INTO "SiteSettings" ("ownerName", "titleLine", "bio", "contactNote", "competencies", "updatedAt")
  VALUES ('', '', '', '', '[]', now())`

test.each([
  ['name', 'New'],
  ['about', '<p>New</p>'],
  ['email', 'new@example.org'],
  ['isAdmin', true],
])('a changed %s of an account concerns its profile alone', async (column, value) => {
  const id = await insertUser()
  expect(await raisedBy(() => writer.query(`UPDATE "User" SET "${column}" = $2 WHERE "id" = $1`, [id, value]))).toBe(1)
  expect(await lastConcerned()).toEqual([`user:${id}`])
  await writer.query('DELETE FROM "User" WHERE "id" = $1', [id])
})

test('a username in other letters is another one, and a removed account has its profile no more', async () => {
  const id = await insertUser()
  const changed = () =>
    writer.query('UPDATE "User" SET "username" = upper("username"::text || \'a\') WHERE "id" = $1', [id])
  expect(await raisedBy(changed)).toBe(1)
  const lower = () => writer.query('UPDATE "User" SET "username" = lower("username"::text) WHERE "id" = $1', [id])
  expect(await raisedBy(lower)).toBe(1)
  expect(await raisedBy(() => writer.query('DELETE FROM "User" WHERE "id" = $1', [id]))).toBe(1)
  expect(await lastConcerned()).toEqual([`user:${id}`])
})

test('what no page shows of an account does not raise it: passwords, stamps, sessions, counters, views', async () => {
  const id = await insertUser()
  const raised = await raisedBy(async () => {
    await writer.query(
      `UPDATE "User" SET "passwordHash" = 'x', "aboutStamp" = 'x', "aboutRendered" = 'x', "version" = 2, "updatedAt" = now(),
       "name" = "name" WHERE "id" = $1`,
      [id],
    )
    await writer.query(
      `INSERT INTO "Session" ("id", "tokenHash", "userId", "expiresAt") VALUES (gen_random_uuid(), $1, $1, now())`,
      [id],
    )
    await writer.query(`INSERT INTO "RateLimit" VALUES ($1, 1, now(), now())`, [id])
    await writer.query(`INSERT INTO "SecondFactor" ("userId", "sealedKey") VALUES ($1, '')`, [id])
    await writer.query(`INSERT INTO "PageView" ("id", "path", "device", "visitor") VALUES ($1, '/', 'phone', '')`, [id])
    await writer.query(`INSERT INTO "AuditEvent" ("id", "action", "outcome") VALUES ($1, 'x', 'done')`, [id])
    await writer.query('DELETE FROM "Session"')
  })
  expect(raised).toBe(0)
})

test('an account that the site shows as its own concerns all pages, and so do settings and whatever else changes with it', async () => {
  const [owner, about, other] = [await insertUser(), await insertUser(), await insertUser()]
  const rename = (id: string) => writer.query('UPDATE "User" SET "name" = "name" || \'x\' WHERE "id" = $1', [id])
  expect(await raisedBy(() => writer.query(INSERT_SETTINGS))).toBe(1)
  expect(await lastConcerned()).toBe(null)
  await writer.query('UPDATE "SiteSettings" SET "ownerId" = $1, "aboutProfileId" = $2', [owner, about])
  for (const id of [owner, about]) {
    expect(await raisedBy(() => rename(id))).toBe(1)
    expect(await lastConcerned()).toBe(null)
  }
  const insertNote = () => writer.query(INSERT_NOTE)
  const renameOther = () => rename(other)
  const changeSettings = () => writer.query('UPDATE "SiteSettings" SET "bio" = "bio" || \'x\'')
  for (const order of [
    [renameOther, changeSettings, insertNote],
    [insertNote, changeSettings, renameOther],
  ]) {
    await writer.query('BEGIN')
    for (const change of order) await change()
    expect(await raisedBy(() => writer.query('COMMIT'))).toBe(1)
    expect(await lastConcerned()).toBe(null)
  }
  const third = await insertUser()
  await writer.query('UPDATE "User" SET "name" = \'both\' WHERE "id" = ANY ($1)', [[other, third]])
  expect(await lastConcerned()).toEqual([other, third].map((id) => `user:${id}`).sort())
  expect(await raisedBy(() => writer.query('DELETE FROM "User" WHERE "id" = $1', [owner]))).toBe(1)
  expect(await lastConcerned()).toBe(null)
  await writer.query('DELETE FROM "SiteSettings"')
})

const NOTE_TEXT = ['notes']
const NOTE_CARD = ['note-titles', 'notes']
const POST = ['posts']

describe('the keys of a text', () => {
  async function insert(table: string, columns = '', values = ''): Promise<string> {
    const own = table === 'Post' ? [', "description"', ", ''"] : ['', '']
    const { rows } = await writer.query<{ id: string }>(
      `INSERT INTO "${table}" ("id", "title", "updatedAt"${own[0]}${columns})
       VALUES (gen_random_uuid(), 'A text', now()${own[1]}${values}) RETURNING "id"`,
    )
    return rows[0]?.id ?? ''
  }
  /** The keys beside its own; null where it is all of them. */
  async function concernedBy(sql: string, key: string) {
    expect(await raisedBy(() => writer.query(sql))).toBe(1)
    const concerned = await lastConcerned()
    expect(concerned).toContain(key)
    return concerned?.filter((one) => one !== key)
  }

  test.each([
    ['"description" = \'<p>New</p>\', "rendered" = \'<p>New</p>\', "version" = 2', NOTE_TEXT],
    ['"title" = \'New\'', NOTE_CARD],
    ['"about" = \'New\'', NOTE_CARD],
    ['"publishedAt" = \'2020-01-01\'', NOTE_CARD],
    ['"publishedAt" = now() + interval \'1 hour\'', NOTE_CARD],
    ['"publishedAt" = NULL', NOTE_CARD],
    ['"deletedAt" = now()', NOTE_CARD],
  ])('of a note with %s are %j', async (change, concerned) => {
    const id = await insert('Note')
    expect(await lastConcerned()).toEqual([...NOTE_CARD, `note:${id}`].sort())
    const update = `UPDATE "Note" SET ${change} WHERE "id" = '${id}'`
    expect(await concernedBy(update, `note:${id}`)).toEqual([...concerned].sort())
  })

  test.each(['"tech" = \'New\'', '"title" = \'New\'', '"version" = 2', '"publishedAt" = NULL', '"deletedAt" = now()'])(
    'of a project with %s are those that show projects',
    async (change) => {
      const id = await insert('Post')
      expect(await lastConcerned()).toEqual([...POST, `post:${id}`].sort())
      expect(await concernedBy(`UPDATE "Post" SET ${change} WHERE "id" = '${id}'`, `post:${id}`)).toEqual(POST)
    },
  )

  test.each(['Note', 'Post'])(
    'are none for a %s that nobody sees, and all for the first who sees it',
    async (table) => {
      const change = (id: string, set: string) => writer.query(`UPDATE "${table}" SET ${set} WHERE "id" = '${id}'`)
      const draft = await insert(table, ', "publishedAt"', ', NULL')
      const trashed = await insert(table, ', "deletedAt"', ', now()')
      const raised = await raisedBy(async () => {
        await insert(table, ', "publishedAt"', ', NULL')
        for (const id of [draft, trashed]) await change(id, '"title" = \'Another\'')
        await writer.query(`DELETE FROM "${table}" WHERE "id" = '${trashed}'`)
      })
      expect(raised).toBe(0)
      const key = `${table.toLowerCase()}:${draft}`
      const shown = table === 'Note' ? [...NOTE_CARD].sort() : POST
      expect(await concernedBy(`UPDATE "${table}" SET "publishedAt" = now() WHERE "id" = '${draft}'`, key)).toEqual(
        shown,
      )
      expect(await concernedBy(`DELETE FROM "${table}" WHERE "id" = '${draft}'`, key)).toEqual(shown)
    },
  )

  test('of an import are all', async () => {
    const insertMany = () =>
      writer.query(
        `INSERT INTO "Note" ("id", "title", "updatedAt")
         SELECT gen_random_uuid(), 'Many', now() FROM generate_series(1, 500)`,
      )
    expect(await raisedBy(insertMany)).toBe(1)
    expect(await lastConcerned()).toBe(null)
  })
})

test('who changes nothing that is shown may say so, for one transaction', async () => {
  const quiet = `SELECT set_config('colophon.pages_changed', 'none', true)`
  expect(await raisedBy(() => writer.query(`BEGIN; ${INSERT_NOTE}; ${quiet}; COMMIT`))).toBe(0)
  expect(await raisedBy(() => writer.query(INSERT_NOTE))).toBe(1)
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

const warnings = () =>
  vi.mocked(process.stdout.write).mock.calls.filter(([line]) => String(line).includes('page watch lost its connection'))

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
  expect(warnings()).toEqual([])
})

test('without a way to listen the revision is asked for', async () => {
  watch = listenForRevisions({
    directUrl: 'postgresql://x:y@127.0.0.1:1/none',
    url: server.url,
    onChange,
  })
  await expect.poll(() => changes).toBe(1)
  await writer.query(INSERT_NOTE)
  await expect.poll(() => changes).toBe(2)
  await expect.poll(() => warnings().length).toBe(1)
})

test('a connection that falls silent without an end is given up, and its writes are caught up', async () => {
  vi.stubEnv('DEADLINE_FACTOR', '1')
  const way = await startWay()
  try {
    await startWatching(way.url)
    const before = changes
    way.freeze()
    await writer.query(INSERT_NOTE)
    await expect.poll(() => changes).toBeGreaterThan(before)
  } finally {
    await watch?.stop()
    way.close()
  }
})

test('a watch tells which pages a change concerns, and of what was missed each page once', async () => {
  const [one, other] = [await insertUser(), await insertUser()]
  const rename = (id: string) => writer.query('UPDATE "User" SET "name" = "name" || \'x\' WHERE "id" = $1', [id])
  await startWatching()
  concerned = []
  await rename(one)
  await expect.poll(() => concerned).toEqual([[`user:${one}`]])

  const reported = () => concerned.flatMap((keys) => keys ?? 'all')
  concerned = []
  await writer.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`)
  for (const id of [one, other, one]) await rename(id)
  await expect.poll(() => new Set(reported())).toEqual(new Set([`user:${one}`, `user:${other}`]))

  concerned = []
  await writer.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`)
  await writer.query(`BEGIN; DELETE FROM "PageKey"; COMMIT`)
  await rename(one)
  await writer.query('DELETE FROM "PageKey"')
  await expect.poll(reported).toContain('all')
})

test('who has just written has it told before the notification, and once', async () => {
  await startWatching()
  const read = async (since: bigint | undefined) => {
    const { text, values } = selectChanges(since)
    return toChanges((await writer.query(text, values)).rows[0], since)
  }
  for (let turn = 0; turn < 20; turn += 1) {
    concerned = []
    const id = await insertUser()
    await writer.query('UPDATE "User" SET "name" = \'Written\' WHERE "id" = $1', [id])
    await watch?.catchUp(read)
    // What was written before may be told with it.
    expect(concerned.flat()).toContain(`user:${id}`)
    const { length } = concerned
    await watch?.catchUp(read)
    expect(concerned).toHaveLength(length)
  }
  await expect(watch?.catchUp(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
})

test('a notification of what was read already makes no query', async () => {
  // No heartbeat makes one either.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    watch = listenForRevisions({ directUrl: server.url, url: 'postgresql://x:y@127.0.0.1:1/none', onChange })
    await expect.poll(listeners).toBe(1)
    await expect.poll(() => changes).toBe(1)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const next = BigInt((await revision()) + 1)
    await watch.catchUp(async () => ({ revision: next, keys: [] }))
    // One that was read, and two that were not.
    await writer.query(INSERT_NOTE)
    for (const count of [3, 4]) {
      await writer.query(INSERT_NOTE)
      await expect.poll(() => changes).toBe(count)
    }
    expect(query.mock.contexts.filter((client) => client !== writer)).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the database remembers the pages of the last thousand revisions', async () => {
  const id = await insertUser()
  await writer.query(`DO $$ BEGIN FOR turn IN 1..1010 LOOP
    UPDATE "User" SET "name" = 'Name ' || turn WHERE "id" = '${id}'; COMMIT;
  END LOOP; END $$`)
  const { rows } = await writer.query('SELECT count(*)::int AS count FROM "PageKey"')
  expect(rows).toEqual([{ count: 1_000 }])
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
