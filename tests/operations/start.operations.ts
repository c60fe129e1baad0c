import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { copyDataDir } from '@/scripts/database/copy-data-dir'
import { findRunningEmbedded } from '@/scripts/database/embedded'
import { readSecrets } from '@/scripts/site/secrets'
import { ApiClient } from '../support/api-client'
import { readAuditLog } from '../support/audit'
import { makeNote } from '../support/content'
import { type Command, OwnSite, test } from '../support/own-site'
import { turnOnSecondFactor } from '../support/second-factor'
import { ADMIN } from '../support/site'

// Each starts and stops a site of its own, but for those of a site that runs.
test.describe.configure({ mode: 'parallel' })

/** The test's own, not set up yet. */
let site: OwnSite

test.beforeEach(async () => {
  site = await OwnSite.make()
})

test.afterEach(() => site.remove())

/** Every row of every table, as text, but for when a job has run: some run seconds after each start. */
async function allRows() {
  const { DATABASE_PASSWORD } = readSecrets(site.dataDir)
  const url = await findRunningEmbedded({ dataDir: site.dataDir, password: DATABASE_PASSWORD })
  const client = new pg.Client(url ?? '')
  await client.connect()
  try {
    const { rows } = await client.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'JobRun' ORDER BY 1",
    )
    const texts: string[] = []
    for (const { tablename } of rows) {
      const content = await client.query(`SELECT t::text AS row FROM "${tablename}" t ORDER BY 1`)
      texts.push(tablename, ...content.rows.map(({ row }) => row))
    }
    return texts
  } finally {
    await client.end()
  }
}

/** Runs `npm run admin` and returns its status and output. */
async function admin(site: OwnSite, ...args: string[]) {
  const command = site.run('admin', args, { input: 'a password from the shell\n' })
  const { code } = await command.ended
  return { code, message: command.output() }
}

const account = (name: string) => ['--email', `${name}@example.org`, '--username', name, '--name', name]
const ends = (code: number, message: string) => ({ code, message: expect.stringContaining(message) })

test('the first start tells a generated password once, and it signs in; its secrets are for their owner only; a second start changes nothing', async () => {
  await site.remove()
  site = await OwnSite.make({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  const first = await site.start()
  expect(statSync(path.join(site.dataDir, 'secrets')).mode & 0o777).toBe(0o600)
  const [, email = '', password = ''] = /Sign in as (\S+) with the password (\S+)/.exec(first.output()) ?? []
  await makeNote(await site.signedIn({ email, password }))
  expect(first.output()).toContain(`ready at ${site.url}`)

  const before = { rows: await allRows(), secrets: readSecrets(site.dataDir) }
  first.process.kill('SIGTERM')
  await first.ended
  const second = await site.start()
  console.log(`    ready after ${second.milliseconds} ms`)
  expect(second.output()).toContain(`ready at ${site.url}`)
  expect(second.output()).not.toContain('password')
  expect({ rows: await allRows(), secrets: readSecrets(site.dataDir) }).toEqual(before)
})

test('the database is prepared without serving, once, and accounts are managed from the shell while the site does not run', async () => {
  const prepare = async () => {
    const command = site.run('set-up')
    const { code } = await command.ended
    return { code, message: command.output() }
  }
  expect(await admin(site, 'create', ...account('second'))).toMatchObject(ends(1, 'no owner yet'))
  expect(await prepare()).toMatchObject(ends(0, `Sign in as ${ADMIN.email}`))
  expect(await prepare()).toMatchObject({ code: 0, message: 'The database is ready.\n' })
  const created = await admin(site, 'create', ...account('second'), '--password-stdin')
  expect(created).toMatchObject(ends(0, 'Created the admin'))
  expect(site.databaseProcesses()).toEqual([])
  await site.start()
  await site.signedIn({ email: 'second@example.org', password: 'a password from the shell' })
})

test.describe('a site that runs', () => {
  test.describe.configure({ mode: 'default' })

  let running: OwnSite
  let server: Command
  let owner: ApiClient
  const shell = (...args: string[]) => admin(running, ...args)

  test.beforeAll(async ({ setUpSite }) => {
    running = await OwnSite.copyOf(setUpSite)
    server = await running.start()
    owner = await running.signedIn()
  })

  test.afterAll(() => running?.remove())

  test('a second start on the same data says so and leaves the first alone; a copy with its own data runs beside it', async ({
    setUpSite,
  }) => {
    const copy = await OwnSite.copyOf(setUpSite)
    try {
      await copy.start()
      const second = running.run('start', [], { settings: { PORT: String(running.port + 1) } })
      expect(await second.ended).toEqual({ code: 1, signal: null })
      expect(second.output()).toContain('This site is already running')
      await makeNote(owner, { title: 'Only in the first' })
      expect(await (await fetch(`${running.url}/api/note`)).text()).toContain('Only in the first')
      expect(await (await fetch(`${copy.url}/api/note`)).text()).not.toContain('Only in the first')
    } finally {
      await copy.remove()
    }
  })

  test('accounts are managed from the shell while the site runs', async () => {
    expect(await shell('demote', ADMIN.email)).toMatchObject(ends(1, 'The last admin cannot be removed'))
    expect(await shell('create', ...account('second'))).toMatchObject(ends(0, 'The password is '))
    expect(await shell('create', ...account('second'))).toMatchObject(ends(1, 'already registered'))
    expect(await shell('demote', 'SECOND')).toMatchObject(ends(0, 'no longer an admin'))
    expect(await shell('promote', 'second')).toMatchObject(ends(0, 'now an admin'))
    expect(await shell('promote', 'nobody')).toMatchObject(ends(1, 'No account has'))
    expect(await shell('conquer')).toMatchObject(ends(1, 'npm run admin -- create'))

    expect(await shell('reset-password', 'second@example.org', '--password-stdin')).toMatchObject({ code: 0 })
    await running.signedIn({ email: 'second@example.org', password: 'a password from the shell' })
  })

  test('the shell disables a second factor whose phone is lost, and that is logged', async () => {
    await turnOnSecondFactor(owner, ADMIN.password)
    const withPassword = () => new ApiClient(running.url).post('/api/user/signin', ADMIN)
    expect((await withPassword()).json()).toMatchObject({ secondFactor: true })

    expect(await shell('second-factor-off', 'nobody@example.org')).toMatchObject(ends(1, 'No account has'))
    expect((await withPassword()).status).toBe(401)
    expect(await shell('second-factor-off', ADMIN.email.toUpperCase())).toMatchObject(ends(0, 'the password alone'))
    expect((await withPassword()).status).toBe(200)
    expect((await owner.get('/api/user/loggedIn')).status).toBe(200)
    // The screen offers to enable it again: nothing of the old one remains.
    await turnOnSecondFactor(owner, ADMIN.password)

    expect(await shell('create', ...account('third'))).toMatchObject({ code: 0 })
    expect(await shell('second-factor-off', 'third')).toMatchObject(ends(0, 'does not use two-step sign-in'))
    const log = await readAuditLog(owner)
    const { actorId = '', actorName: subjectName } = log.find(({ action }) => action === 'second-factor.on') ?? {}
    const byShell = { actorId: '', actorName: 'operator', address: '', outcome: 'done' }
    expect(log.filter(({ action }) => action === 'second-factor.off')).toMatchObject([
      { ...byShell, subjectIds: [actorId], subjectName },
    ])
  })

  // The last one: it ends the site.
  test('a signal lets a running request finish, ends the database and exits with 0', async () => {
    const { connection, finish } = await requestInTheMiddle(running.port, owner.cookies)
    server.process.kill('SIGTERM')
    // It no longer accepts connections: it is stopping and waits for the request.
    await expect.poll(() => running.isReady()).toBe(false)
    const answer = read(connection)
    finish()
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(running.databaseProcesses()).toEqual([])
  })
})

test('two first starts at the same moment make one site', async () => {
  const [one, other] = [site.run('start'), site.run('start')]
  const loser = await Promise.race([one.ended.then(() => one), other.ended.then(() => other)])
  expect(loser.output()).toContain('This site is already running')
  await site.untilReady(loser === one ? other : one)
  await site.signedIn()
})

test('a port in use is reported with the remedy', async () => {
  const other = createServer().listen(site.port, '127.0.0.1')
  await once(other, 'listening')
  const start = site.run('start')
  expect(await start.ended).toEqual({ code: 1, signal: null })
  expect(start.output()).toContain(`Another program uses port ${site.port}.`)
  expect(start.output()).toContain(`PORT=${site.port + 1} npm start`)
  expect(start.output()).not.toMatch(/\n\s+at /)
  other.close()
})

test('all invalid settings are reported, each in plain language', async () => {
  const DATABASE_URL = 'postgresql://x:p#ss@127.0.0.1:1/none?sslmode=require&schema=blog'
  const settings = { PORT: 'abc', ADMIN_EMAIL: 'nobody', SITE_URL: 'ftp://x', DATABASE_URL }
  const start = site.run('start', [], { settings })
  expect(await start.ended).toEqual({ code: 1, signal: null })
  for (const name of ['PORT: ', 'ADMIN_EMAIL: ', 'SITE_URL: ', 'DATABASE_URL: has schema=blog: '])
    expect(start.output()).toContain(name)
  expect(start.output()).not.toMatch(/\n\s+at /)
})

test('an unreachable DATABASE_URL is reported in plain language', async () => {
  const start = site.run('start', [], { settings: { DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/none' } })
  expect(await start.ended).toEqual({ code: 1, signal: null })
  expect(start.output()).toContain('The database cannot be reached')
  expect(start.output()).not.toMatch(/\n\s+at /)
})

test('a thousand slow clients do not affect others and are disconnected', async ({ setUpSite }) => {
  copyDataDir(setUpSite.dataDir, site.dataDir)
  await site.untilReady(site.run('start', [], { settings: { DEADLINE_FACTOR: '1' } }))
  const sockets = await Promise.all(Array.from({ length: 1_000 }, () => slowClient(site.port)))
  expect((await fetch(`${site.url}/api/post`)).status).toBe(200)
  // It was not answered because they were gone.
  expect(sockets.some((socket) => !socket.closed)).toBe(true)
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
})

/** A POST of a note whose last byte has not been sent. */
async function requestInTheMiddle(port: number, cookies: Map<string, string>) {
  const body = JSON.stringify({ title: 'Late', about: '', description: '' })
  const connection = connect(port, '127.0.0.1')
  await once(connection, 'connect')
  const head = [
    'POST /api/note/new HTTP/1.1',
    `Host: localhost:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    'Expect: 100-continue',
  ]
  connection.write(`${head.join('\r\n')}\r\n\r\n`)
  // The server is handling it once it requests the body.
  await once(connection, 'data')
  connection.write(body.slice(0, -1))
  return { connection, finish: () => connection.write(body.slice(-1)) }
}

async function read(socket: Socket) {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Sends only the beginning of its headers. */
async function slowClient(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  // Consumes the data; otherwise the end event never fires.
  socket.resume()
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  return socket
}
