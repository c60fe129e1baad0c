import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { applyMigrations, MIGRATIONS_FOLDER, readMigrations } from '@/scripts/database/migrations'
import { schemaDifference } from '@/scripts/database/schema-engine'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { type ApiClient, multipart } from '../support/api-client'
import { listPosts, makeNote, POST_FIELDS, readNote } from '../support/content'
import { Ledger } from '../support/ledger'
import { type Command, OwnSite } from '../support/own-site'
import { png } from '../support/pictures'
import { SlowProxy } from '../support/slow-proxy'

const APP_KILLS = 20
const DATABASE_KILLS = 10
const JOINT_KILLS = 5
/** Number of writes between two faults. */
const WRITES_BETWEEN_FAULTS = 10
const OLDER_NOTE = '00000000-0000-4000-8000-000000000002'
/** Tables changed by later migrations: locking each stops them at a different point. */
const LOCKED_TABLES = ['Note', 'SiteSettings', 'Media', 'User']

/** The promised recovery times after a killed app and a killed database. */
const APP_RECOVERY_MAX_MS = 60_000

const isRoot = process.getuid?.() === 0
const mounts: string[] = []
let site: OwnSite

test.beforeEach(async () => {
  site = await OwnSite.make()
})

test.afterEach(async () => {
  for (const folder of mounts.splice(0).reverse()) {
    if (folder === site.dataDir) continue
    spawnSync('umount', ['-l', folder])
  }
  await site.remove().catch(() => {})
  spawnSync('umount', ['-l', site.dataDir], { stdio: 'ignore' })
  rmSync(site.dataDir, { recursive: true, force: true })
})

/** Writes a row of the table the suite prints at its end (tests/commands/test.ts). */
function reportFault(fault: string, ledger: Pick<Ledger, 'acknowledged'>, lost: string[], recovered: number[]) {
  const sorted = [...recovered].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]
  const time = sorted.length === 0 ? '–' : sorted.length === 1 ? `${at(1)} ms` : `${at(0.5)} ms, at most ${at(1)} ms`
  const row = { fault, acknowledged: ledger.acknowledged, lost: lost.length, time }
  appendFileSync(process.env.FAULTS_TABLE ?? '/dev/null', `${JSON.stringify(row)}\n`)
}

/** Stops the ledger, reports, and asserts that nothing was lost. */
async function settle(fault: string, ledger: Ledger, recovered: number[]) {
  await ledger.stop()
  const lost = await ledger.lost()
  reportFault(fault, ledger, lost, recovered)
  expect(lost).toEqual([])
  const others = ledger.refusals.filter(({ status }) => status !== 503 && status !== 409)
  expect(others.flatMap(({ path, status, headers }) => [`${path} ${status}`, ...logged(headers)])).toEqual([])
}

/** The site's log line of a response. */
function logged(headers: IncomingHttpHeaders): string[] {
  const id = String(headers['x-request-id'])
  return site.output().filter((line) => line.includes(id))
}

async function onOwnDatabase(
  work: (proxy: SlowProxy, server: Command, database: { url: string }) => Promise<void>,
): Promise<void> {
  const database = await startTemporaryDatabase()
  const proxy = await SlowProxy.before(database.url)
  try {
    const server = site.run('start', [], { settings: { DATABASE_URL: proxy.url } })
    await site.untilReady(server)
    await work(proxy, server, database)
  } finally {
    for (const child of site.commandProcesses()) child.kill('SIGKILL')
    await proxy.close()
    await database.remove()
  }
}

function mount(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder])
  expect(status, stderr.toString()).toBe(0)
  mounts.push(folder)
}

/** Fills the disk. */
function fillDisk(folder: string): string {
  const file = path.join(folder, 'filler')
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' })
  return file
}

/** Caches a page, so that it can be served without the database. */
async function cachePage(id: string) {
  const url = `${site.url}/note/${id}`
  expect((await fetch(url)).status).toBe(200)
  return async () => (await fetch(url)).status
}

test(`the app is killed ${APP_KILLS} times during writes and uploads`, async () => {
  let server = await site.start()
  const ledger = await Ledger.start(site)
  const recovered: number[] = []
  for (let turn = 0; turn < APP_KILLS; turn += 1) {
    await ledger.progress(WRITES_BETWEEN_FAULTS)
    server.process.kill('SIGKILL')
    await server.ended
    server = await site.start()
    recovered.push(server.milliseconds)
  }
  await settle(`app killed × ${APP_KILLS}`, ledger, recovered)
  expect(Math.max(...recovered)).toBeLessThan(APP_RECOVERY_MAX_MS)
})

test(`the database is killed ${DATABASE_KILLS} times during writes and uploads`, async () => {
  await site.start()
  const ledger = await Ledger.start(site)
  const recovered: number[] = []
  for (let turn = 0; turn < DATABASE_KILLS; turn += 1) {
    await ledger.progress(WRITES_BETWEEN_FAULTS)
    for (const pid of turn % 2 === 0 ? [site.databasePid()] : site.databaseProcesses()) process.kill(pid, 'SIGKILL')
    recovered.push(await ledger.progress(1))
  }
  await settle(`database killed × ${DATABASE_KILLS}`, ledger, recovered)
})

test(`app and database are killed together ${JOINT_KILLS} times`, async () => {
  let server = await site.start()
  const ledger = await Ledger.start(site)
  const recovered: number[] = []
  for (let turn = 0; turn < JOINT_KILLS; turn += 1) {
    await ledger.progress(WRITES_BETWEEN_FAULTS)
    for (const pid of site.databaseProcesses()) process.kill(pid, 'SIGKILL')
    server.process.kill('SIGKILL')
    await server.ended
    server = await site.start()
    recovered.push(server.milliseconds)
  }
  await settle(`both killed × ${JOINT_KILLS}`, ledger, recovered)
})

test('the app is killed in the middle of uploads: no project is left half created', async () => {
  let server = await site.start()
  const recovered: number[] = []
  const picture = await png({ width: 900, height: 700 })
  for (let turn = 0; turn < 3; turn += 1) {
    const admin = await site.signedIn()
    const halves = await Promise.all(Array.from({ length: 5 }, () => halfAnUpload(admin, picture)))
    server.process.kill('SIGKILL')
    await server.ended
    for (const socket of halves) socket.destroy()
    server = await site.start()
    recovered.push(server.milliseconds)
  }
  expect(await listPosts(await site.signedIn())).toEqual([])
  const uploads = path.join(site.dataDir, 'uploads')
  expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([])
  reportFault('app killed mid-upload × 3', { acknowledged: 0 }, [], recovered)
})

test('a start is killed in the middle of its migrations, ten times: the next one completes them, each once', async () => {
  const database = await startTemporaryDatabase()
  try {
    const settings = { DATABASE_URL: database.url }
    for (let turn = 0; turn < 10; turn += 1) {
      const attempt = site.run('set-up', [], { settings })
      await delay(150 + turn * 60)
      attempt.process.kill('SIGKILL')
      await attempt.ended
    }
    const begun = performance.now()
    const last = site.run('set-up', [], { settings })
    expect(await last.ended).toMatchObject({ code: 0 })
    reportFault('killed mid-migration × 10', { acknowledged: 0 }, [], [Math.round(performance.now() - begun)])
    await expectMigratedOnce(database.url)
  } finally {
    await database.remove()
  }
})

test(`an older site's migrations are killed in the middle, ${2 * LOCKED_TABLES.length} times: its rows are all there, each migrated once`, async () => {
  const database = await startTemporaryDatabase()
  const folder = path.join(site.dataDir, 'older')
  const settings = { DATABASE_URL: database.url }
  const recovered: number[] = []
  try {
    const [oldest] = readMigrations()
    cpSync(path.join(MIGRATIONS_FOLDER, oldest?.name ?? ''), path.join(folder, oldest?.name ?? ''), { recursive: true })
    await applyMigrations(database.url, folder)
    await fillOldest(database.url)
    const columns = await listColumns(database.url)
    const before = await hashRows(database.url, columns)
    for (const table of LOCKED_TABLES) {
      for (const victim of ['runner', 'database'] as const) {
        const attempt = await setUpBlockedAt(table, { url: database.url, settings })
        if (victim === 'runner') attempt.command.process.kill('SIGKILL')
        // When any of its processes is killed, the server restarts all of them and recovers.
        else process.kill(attempt.pid, 'SIGKILL')
        await attempt.command.ended
        await attempt.letGo()
        const begun = performance.now()
        await expect(async () => expect(await hashRows(database.url, columns)).toEqual(before)).toPass({
          timeout: 60_000,
        })
        recovered.push(Math.round(performance.now() - begun))
      }
    }
    const last = site.run('set-up', [], { settings })
    expect(await last.ended, last.output()).toMatchObject({ code: 0 })
    await expectMigratedOnce(database.url)
    expect(await schemaDifference(database.url)).toBe('')
    expect(await hashRows(database.url, columns)).toEqual(before)
    reportFault(
      `older site of ${before.Note?.count} notes killed mid-migration × ${recovered.length}`,
      { acknowledged: 0 },
      [],
      recovered,
    )

    await site.untilReady(site.run('start', [], { settings }))
    const note = await fetch(`${site.url}/api/note/${OLDER_NOTE}`)
    expect(await note.text()).toContain('<p>Text of the older note 1</p>')
  } finally {
    for (const child of site.commandProcesses()) child.kill('SIGKILL')
    await database.remove()
  }
})

test('two migrations at once: each is applied once, and there is one owner', async () => {
  const database = await startTemporaryDatabase()
  try {
    const settings = { DATABASE_URL: database.url }
    const begun = performance.now()
    const both = [site.run('set-up', [], { settings }), site.run('set-up', [], { settings })]
    for (const one of both) expect(await one.ended, one.output()).toMatchObject({ code: 0 })
    reportFault('two migrations at once', { acknowledged: 0 }, [], [Math.round(performance.now() - begun)])
    await expectMigratedOnce(database.url)
  } finally {
    await database.remove()
  }
})

test('the database is absent at the start: reported in plain language, and the same command works once it is there', async () => {
  const database = await startTemporaryDatabase()
  const proxy = await SlowProxy.before(database.url)
  try {
    proxy.setState('closed')
    const settings = { DATABASE_URL: proxy.url }
    const first = site.run('start', [], { settings })
    expect(await first.ended).toMatchObject({ code: 1 })
    expect(first.output()).toContain('The database cannot be reached')
    proxy.setState('open')
    const begun = performance.now()
    await site.untilReady(site.run('start', [], { settings }))
    reportFault('database absent at start', { acknowledged: 0 }, [], [Math.round(performance.now() - begun)])
    await site.signedIn()
  } finally {
    for (const child of site.commandProcesses()) child.kill('SIGKILL')
    await proxy.close()
    await database.remove()
  }
})

for (const [way, name] of [
  ['closed', 'gone for 30 s'],
  ['black hole', 'swallowing everything for 30 s'],
] as const) {
  test(`the database is ${name}: cached pages are served, writes are refused with 503, and everything recovers`, async () => {
    await onOwnDatabase(async (proxy) => {
      const admin = await site.signedIn()
      const ledger = await Ledger.start(site)
      await ledger.progress(WRITES_BETWEEN_FAULTS)
      await ledger.stop()
      // After the last write, which invalidates every page.
      const page = await cachePage((await makeNote(admin))._id)
      const until = performance.now() + 30_000
      proxy.setState(way)
      const waits: number[] = []
      while (performance.now() < until) {
        expect(await page()).toBe(200)
        const answer = await admin.post('/api/note/new', { title: 'Refused' })
        expect(answer.status, answer.text).toBe(503)
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        waits.push(answer.milliseconds)
      }
      // A page that is not cached cannot be rendered, and says so.
      expect((await fetch(`${site.url}/projects`)).status).toBe(503)
      console.log(`    refused after at most ${Math.round(Math.max(...waits))} ms`)
      proxy.setState('open')
      const back = performance.now()
      await expect
        .poll(async () => (await admin.post('/api/note/new', { title: 'After' })).status, { timeout: 60_000 })
        .toBe(201)
      const recovered = Math.round(performance.now() - back)
      const lost = await ledger.lost()
      reportFault(`database ${name}`, ledger, lost, [recovered])
      expect(lost).toEqual([])
    })
  })
}

test('the database is slow: everything is, and nothing is lost', async () => {
  await onOwnDatabase(async (proxy) => {
    const ledger = await Ledger.start(site)
    await ledger.progress(WRITES_BETWEEN_FAULTS)
    proxy.setState('slow')
    await ledger.progress(WRITES_BETWEEN_FAULTS)
    proxy.setState('open')
    await settle('database slow (+200 ms each way)', ledger, [await ledger.progress(WRITES_BETWEEN_FAULTS)])
  })
})

test('the disk is full: writes are refused with 503, and go on when there is room', async () => {
  test.skip(!isRoot, 'only root can make a small disk')
  mount(site.dataDir, 220)
  await site.start()
  const ledger = await Ledger.start(site)
  await ledger.progress(WRITES_BETWEEN_FAULTS)
  const filler = fillDisk(site.dataDir)
  await expect.poll(() => ledger.refusals.length, { timeout: 60_000 }).toBeGreaterThan(20)
  rmSync(filler)
  const recovered = await ledger.progress(1)
  await ledger.progress(WRITES_BETWEEN_FAULTS)
  await settle('disk full', ledger, [recovered])
})

/** The kernel refuses this while a file is open for writing, as when an image is being stored. */
async function remount(folder: string, how: 'ro' | 'rw') {
  await expect.poll(() => spawnSync('mount', ['-o', `remount,${how}`, folder]).status, { intervals: [5] }).toBe(0)
}

for (const kind of ['full', 'read-only'] as const) {
  test(`the folder of uploads is ${kind}: pictures are refused with 503, texts are written`, async () => {
    test.skip(!isRoot, 'only root can make a small disk')
    const uploads = path.join(site.dataDir, 'uploads')
    mount(uploads, 4)
    await site.start()
    const ledger = await Ledger.start(site)
    await ledger.progress(WRITES_BETWEEN_FAULTS)
    const filler = kind === 'full' ? fillDisk(uploads) : null
    if (kind === 'read-only') await remount(uploads, 'ro')
    await expect.poll(() => ledger.refusals.length, { timeout: 60_000 }).toBeGreaterThan(3)
    await makeNote(await site.signedIn())
    if (filler) rmSync(filler)
    else await remount(uploads, 'rw')
    const pictures = ledger.posts.size
    const back = performance.now()
    await expect.poll(() => ledger.posts.size, { timeout: 60_000, intervals: [10] }).toBeGreaterThan(pictures)
    await settle(`uploads folder ${kind}`, ledger, [Math.round(performance.now() - back)])
  })
}

test('the clock jumps two days ahead and an hour back: the session holds, and nothing is lost', async () => {
  const library = readdirSync('/usr/lib')
    .map((name) => path.join('/usr/lib', name, 'faketime', 'libfaketime.so.1'))
    .find((file) => existsSync(file))
  test.skip(!library, 'libfaketime is not installed')
  const clock = path.join(site.dataDir, 'clock')
  writeFileSync(clock, '+0\n')
  const settings = {
    LD_PRELOAD: library ?? '',
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const server = site.run('start', [], { settings })
  await site.untilReady(server)
  const ledger = await Ledger.start(site)
  const recovered: number[] = []
  for (const jump of ['+2d', '-3600', '+0']) {
    await ledger.progress(WRITES_BETWEEN_FAULTS)
    writeFileSync(clock, `${jump}\n`)
    recovered.push(await ledger.progress(1))
  }
  await ledger.progress(WRITES_BETWEEN_FAULTS)
  await settle('clock jumps +2 d, −1 h, back', ledger, recovered)
})

test('fifty saves of one version race: one wins, the others get a conflict', async () => {
  await site.start()
  const admin = await site.signedIn()
  const { _id, version } = await makeNote(admin)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => admin.put(`/api/note/${_id}`, { title: `Racer ${number}`, version })),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  const note = await readNote(admin, _id)
  expect(won.map((answer) => (answer.json() as { data: { title: string } }).data.title)).toEqual([note.title])
  expect(note.version).toBe(version + 1)
  reportFault('50 racing saves', { acknowledged: won.length }, [], [])
})

test('a stop signal arrives under load: exit status 0, and nothing acknowledged is lost', async () => {
  const server = await site.start()
  const ledger = await Ledger.start(site)
  await ledger.progress(WRITES_BETWEEN_FAULTS)
  const begun = performance.now()
  server.process.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
  const ended = Math.round(performance.now() - begun)
  await site.start()
  await settle('SIGTERM under load (time to end)', ledger, [ended])
})

test('a thousand clients that never finish their request: others are served meanwhile', async () => {
  await site.start()
  const ledger = await Ledger.start(site)
  const sockets = await Promise.all(
    Array.from({ length: 1_000 }, () => opened(site.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')),
  )
  const recovered = await ledger.progress(WRITES_BETWEEN_FAULTS)
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
  await settle(`1,000 slow clients (time of ${WRITES_BETWEEN_FAULTS} writes meanwhile)`, ledger, [recovered])
})

test('ten thousand connections: others are served meanwhile', async () => {
  await site.start()
  const ledger = await Ledger.start(site)
  const sockets: Socket[] = []
  for (let hundred = 0; hundred < 100; hundred += 1) {
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => opened(site.port, '')))))
  }
  expect(sockets).toHaveLength(10_000)
  const recovered = await ledger.progress(WRITES_BETWEEN_FAULTS)
  for (const socket of sockets) socket.destroy()
  await settle(`10,000 connections (time of ${WRITES_BETWEEN_FAULTS} writes meanwhile)`, ledger, [recovered])
})

async function expectMigratedOnce(url: string) {
  await onConnection(url, async (client) => {
    const { rows } = await client.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')
    expect(rows.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
    const owners = await client.query('SELECT count(*)::int AS count FROM "User"')
    expect(owners.rows[0].count).toBe(1)
  })
}

/** A site after the first migration, with enough rows that later ones take some time. */
async function fillOldest(url: string) {
  await onConnection(url, async (client) => {
    await client.query(
      `INSERT INTO "User" ("id", "name", "username", "email", "passwordHash", "isAdmin", "updatedAt")
       VALUES ('00000000-0000-4000-8000-000000000001', 'Ada', 'ada', 'ada@example.org', 'none', true, now());
       INSERT INTO "SiteSettings" ("ownerId", "ownerName", "titleLine", "bio", "contactNote", "competencies", "updatedAt")
       SELECT "id", 'Ada', 'Developer', 'Bio', 'Write', '[]', now() FROM "User";
       INSERT INTO "Note" ("id", "title", "description", "rendered", "updatedAt")
       SELECT CASE n WHEN 1 THEN '${OLDER_NOTE}' ELSE gen_random_uuid()::text END, 'Older note ' || n, text, text, now()
       FROM generate_series(1, 20000) AS n, LATERAL (SELECT '<p>Text of the older note ' || n || '</p>' AS text) AS texts;
       INSERT INTO "Post" ("id", "title", "description", "updatedAt")
       SELECT gen_random_uuid(), 'Older project ' || n, 'What it does', now() FROM generate_series(1, 20000) AS n;
       INSERT INTO "Media" ("id", "key", "url", "store", "contentType", "bytes", "width", "height", "postId")
       SELECT gen_random_uuid(), "id", '/media/' || "id", 'uploadthing', 'image/png', 1, 1, 1, "id" FROM "Post"`,
    )
  })
}

type Columns = Record<string, string[]>

/** The tables and their columns. */
async function listColumns(url: string): Promise<Columns> {
  return onConnection(url, async (client) => {
    const { rows } = await client.query(
      `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' GROUP BY 1`,
    )
    return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
  })
}

/** The number of rows in each table, and their hash over these columns. */
async function hashRows(url: string, columns: Columns): Promise<Record<string, { count: number; hash: string }>> {
  return onConnection(url, async (client) => {
    const found: Record<string, { count: number; hash: string }> = {}
    for (const [table, names] of Object.entries(columns)) {
      const list = names.map((name) => pg.escapeIdentifier(name)).join(', ')
      const { rows } = await client.query(
        `SELECT count(*)::int AS count, md5(string_agg(md5(t::text), '' ORDER BY t::text COLLATE "C")) AS hash
         FROM (SELECT ${list} FROM ${pg.escapeIdentifier(table)}) t`,
      )
      found[table] = rows[0]
    }
    return found
  })
}

/**
 * Starts a set-up that blocks in the middle of its migrations, because another transaction locks a table one of them
 * changes; `pid` is the server process that runs it.
 */
async function setUpBlockedAt(table: string, { url, settings }: { url: string; settings: Record<string, string> }) {
  const holder = new pg.Client(url)
  // The connection ends with the server.
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`BEGIN; LOCK TABLE "${table}" IN ROW EXCLUSIVE MODE`)
  const command = site.run('set-up', [], { settings })
  let pid = 0
  await expect
    .poll(
      async () => {
        const { rows } = await holder.query('SELECT pid FROM pg_locks WHERE relation = $1::regclass AND NOT granted', [
          `"${table}"`,
        ])
        pid = rows[0]?.pid ?? 0
        return pid
      },
      { timeout: 60_000, intervals: [20] },
    )
    .toBeGreaterThan(0)
  return { command, pid, letGo: () => holder.end().catch(() => {}) }
}

async function onConnection<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function opened(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  // Consumes the data; otherwise the end event never fires.
  socket.resume()
  await once(socket, 'connect')
  if (text) socket.write(text)
  return socket
}

/** A POST of a project whose image is half sent. */
async function halfAnUpload(admin: ApiClient, picture: Buffer): Promise<Socket> {
  const { bytes, contentType } = await multipart({ ...POST_FIELDS, image: { file: picture } })
  const head = [
    'POST /api/post/new HTTP/1.1',
    `Host: localhost:${site.port}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${bytes.length}`,
    `Cookie: ${[...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
  ]
  const socket = await opened(site.port, `${head.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.write(bytes.subarray(0, bytes.length / 2), resolve))
  return socket
}
