import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { readArchive } from '@/scripts/backup/archive'
import { removeDatabase } from '@/scripts/database/cluster-location'
import { findRunningEmbedded } from '@/scripts/database/embedded'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'
import { readSecrets } from '@/scripts/site/secrets'
import { ApiClient } from '../support/api-client'
import { readAuditLog } from '../support/audit'
import { listNotes, listPosts, makeNote, makePost, POST_FIELDS, readNote } from '../support/content'
import { type Command, OwnSite } from '../support/own-site'
import { png } from '../support/pictures'
import { turnOnSecondFactor } from '../support/second-factor'
import { ADMIN } from '../support/site'

let site: OwnSite

test.beforeEach(async () => {
  site = await OwnSite.make()
})

test.afterEach(() => site.remove())

/** Not backed up (decision 011). */
const EXCLUDED_TABLES = ['Session', 'RateLimit', 'IdempotencyKey', 'PageViewSalt', 'PageRevision', 'PageChange']

const backupFile = () => path.join(site.dataDir, 'backup.tar')

async function command(script: string, args: string[], settings: Record<string, string> = {}) {
  const { ended, output } = site.run(script, args, { settings })
  const { code } = await ended
  return { code, said: output() }
}

const says = (code: number, said: string) => ({ code, said: expect.stringContaining(said) })

async function databaseUrl(): Promise<string> {
  const { DATABASE_PASSWORD } = readSecrets(site.dataDir)
  return (await findRunningEmbedded({ dataDir: site.dataDir, password: DATABASE_PASSWORD })) ?? ''
}

/** The row a restore adds to the audit log. */
const RESTORED = 'site.restore'

/** Every row of every backed up table, except rows about restores, and the hash of every image file. */
async function readSite(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    )
    const content: Record<string, string[]> = {}
    for (const { tablename } of tables) {
      if (EXCLUDED_TABLES.includes(tablename) || tablename === '_prisma_migrations') continue
      const { rows } = await client.query(
        `SELECT t::text AS row FROM "${tablename}" t WHERE to_jsonb(t)->>'action' IS DISTINCT FROM $1 ORDER BY 1`,
        [RESTORED],
      )
      content[tablename] = rows.map(({ row }) => row)
    }
    return { content, files: pictureFiles() }
  } finally {
    await client.end()
  }
}

function pictureFiles() {
  const folder = path.join(site.dataDir, 'uploads')
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder).filter((name) => !name.endsWith('.part'))
  return Object.fromEntries(
    names.sort().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]),
  )
}

async function stop({ process: app, ended }: Command) {
  app.kill('SIGTERM')
  await ended
}

/** Deletes everything except the backup file. */
function wipe() {
  removeDatabase(site.dataDir)
  for (const name of ['uploads', 'secrets']) rmSync(path.join(site.dataDir, name), { recursive: true, force: true })
}

/** A different image per number. */
const picture = (number: number) => png({ width: 500 + number, height: 48 })

async function fill(admin: ApiClient) {
  for (let number = 0; number < 3; number += 1) {
    await makePost(admin, { title: `Project ${number}`, image: { file: await picture(number) } })
    await makeNote(admin, { title: `Tabs\tand\\.\nlines ${number}`, description: `<p>“Ω” ${number} \\N</p>` })
  }
  const trashed = await makePost(admin, { title: 'In the trash', image: { file: await picture(9) } })
  expect((await admin.delete(`/api/post/${trashed}`)).status).toBe(200)
}

test('a wiped site is restored from its backup: rows and files are equal, and its owner signs in', async () => {
  const first = await site.start()
  await fill(await site.signedIn())
  const before = await readSite(await databaseUrl())
  expect(await command('backup', [backupFile()])).toMatchObject(says(0, 'proved by restoring it'))
  expect(statSync(backupFile()).mode & 0o777).toBe(0o600)
  await stop(first)
  wipe()

  expect(await command('restore', [backupFile()])).toMatchObject(says(0, 'Restored '))
  expect(site.databaseProcesses()).toEqual([])
  await site.start()
  expect(await readSite(await databaseUrl())).toEqual(before)
  const admin = await site.signedIn()
  expect((await readAuditLog(admin)).filter(({ action }) => action === RESTORED)).toMatchObject([
    { actorId: '', actorName: 'operator', address: '', outcome: 'done', subjectName: path.basename(backupFile()) },
  ])
  const [post] = await listPosts(admin)
  expect((await admin.get(new URL(post?.image[0]?.url ?? '', site.url).pathname)).status).toBe(200)
})

test('a backup under load is one instant: every note saved before it is there, and each row has its picture', async () => {
  const first = await site.start()
  const admin = await site.signedIn()
  const acknowledged: string[] = []
  let going = true
  // A busy machine may refuse a write, which then was not acknowledged.
  const write = async (turn: number) => {
    while (going) {
      // Below the rate limit of an admin's writes.
      await delay(150)
      const note = await admin.post('/api/note/new', { title: 'Under load' })
      if (note.status === 201) acknowledged.push((note.json() as { _id: string })._id)
      const post = await admin.form('POST', '/api/post/new', { ...POST_FIELDS, image: { file: await picture(turn) } })
      if (post.status !== 201) continue
      const { _id } = post.json() as { _id: string }
      await admin.form('PUT', `/api/post/${_id}`, { ...POST_FIELDS, image: { file: await picture(turn + 1) } })
    }
  }
  const writers = [write(1), write(2), write(3)]
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(10)
  const saved = [...acknowledged]
  expect(await command('backup', [backupFile()])).toMatchObject(says(0, 'proved by restoring it'))
  going = false
  await Promise.all(writers)
  expect(acknowledged.length).toBeGreaterThan(saved.length)
  await stop(first)
  wipe()

  expect(await command('restore', [backupFile()])).toMatchObject(says(0, ''))
  await site.start()
  const kept = new Set((await listNotes(await site.signedIn())).map((note) => note._id))
  expect(saved.filter((id) => !kept.has(id))).toEqual([])
  const { content, files } = await readSite(await databaseUrl())
  const named = [
    ...new Set((content.Media ?? []).flatMap((row) => row.match(/[0-9a-f]{12}-[0-9a-f]{32}(?:-\d+)?\.\w+/g) ?? [row])),
  ]
  expect(Object.keys(files)).toEqual(named.sort())
})

test('a damaged, a truncated and a foreign file are refused with the reason, before anything is changed', async () => {
  const first = await site.start()
  await fill(await site.signedIn())
  await command('backup', [backupFile()])
  await stop(first)
  wipe()
  const bytes = readFileSync(backupFile())
  const other = path.join(site.dataDir, 'other.tar')
  const refused = async (why: string) => {
    expect(await command('restore', [other])).toMatchObject(says(1, why))
    expect(existsSync(path.join(site.dataDir, 'postgres'))).toBe(false)
  }

  for (const share of [0.2, 0.5, 0.8]) {
    const changed = Buffer.from(bytes)
    const at = Math.floor(bytes.length * share)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(other, changed)
    await refused('is damaged')
  }
  for (const share of [0.1, 0.5, 0.95]) {
    copyFileSync(backupFile(), other)
    truncateSync(other, Math.floor(bytes.length * share))
    await refused('is damaged')
  }
  writeFileSync(other, 'a text of somebody')
  await refused('is no backup of this site')
  writeFileSync(other, '')
  await refused('is no backup of this site')
  rmSync(other)
  await refused('cannot be read')
  writeFileSync(other, Buffer.from(bytes.toString('latin1').replace('"version": 1,', '"version": 9,'), 'latin1'))
  await refused('newer version')
})

test('a site that is not empty is replaced only when forced, and what was there is backed up first', async () => {
  const first = await site.start()
  const admin = await site.signedIn()
  const note = await makeNote(admin, { title: 'In the backup' })
  const before = await readSite(await databaseUrl())
  await command('backup', [backupFile()])
  expect((await admin.put(`/api/note/${note._id}`, { title: 'Changed since' })).status).toBe(200)
  await makePost(admin, { title: 'Made since', image: { file: await picture(1) } })
  const since = await readSite(await databaseUrl())

  expect(await command('restore', ['--force', backupFile()])).toMatchObject(says(1, 'The site is running'))
  await stop(first)
  expect(await command('restore', [backupFile()])).toMatchObject(says(1, 'This site is not empty'))
  const forced = await command('restore', ['--force', backupFile()])
  expect(forced).toMatchObject(says(0, 'What was there is kept in '))
  const second = await site.start()
  expect(await readSite(await databaseUrl())).toEqual(before)
  // Sessions ended since the backup must not return: none does.
  expect((await admin.post('/api/note/new', { title: 'x' })).status).toBe(401)
  await stop(second)

  const [, kept = ''] = /kept in (.+\.tar)/.exec(forced.said) ?? []
  expect(await command('restore', ['--force', kept])).toMatchObject(says(0, ''))
  await site.start()
  expect(await readSite(await databaseUrl())).toEqual(since)
  const [row, ...others] = (await readAuditLog(await site.signedIn())).filter(({ action }) => action === RESTORED)
  expect(others).toEqual([])
  expect(row).toMatchObject({ subjectName: path.basename(kept) })
  expect(row?.detail).toMatch(/^as it was on 20\d\d-.+; what was there is in before-restore-.+\.tar$/)
})

test('admins whose second factor another AUTH_SECRET locks are listed after a restore, with the remedy', async () => {
  const first = await site.start()
  const { recoveryCodes } = await turnOnSecondFactor(await site.signedIn(), ADMIN.password)
  const signIn = (code?: string) => new ApiClient(site.url).post('/api/user/signin', { ...ADMIN, code })
  await command('backup', [backupFile()])
  await stop(first)

  const here = await command('restore', ['--force', backupFile()])
  expect(here).toMatchObject(says(0, 'Everybody has to sign in again.'))
  expect(here.said).not.toContain('AUTH_SECRET')
  wipe()
  const advice = `npm run admin -- second-factor-off ${ADMIN.email}`
  expect(await command('restore', [backupFile()])).toMatchObject(says(0, advice))
  await site.start()
  expect((await signIn(recoveryCodes[0])).status).toBe(401)
  expect(await command('admin', ['second-factor-off', ADMIN.email])).toMatchObject(says(0, 'the password alone'))
  expect((await signIn()).status).toBe(200)
})

test('a backup of the embedded database is restored to a DATABASE_URL', async () => {
  const first = await site.start()
  await fill(await site.signedIn())
  const before = await readSite(await databaseUrl())
  await command('backup', [backupFile()])
  await stop(first)
  wipe()
  const other = await startTemporaryDatabase()
  try {
    const settings = { DATABASE_URL: other.url }
    expect(await command('restore', [backupFile()], settings)).toMatchObject(says(0, ''))
    expect(await readSite(other.url)).toEqual(before)
    expect(await command('backup', [path.join(site.dataDir, 'again.tar')], settings)).toMatchObject(says(0, ''))
    const server = site.run('start', [], { settings })
    await site.untilReady(server)
    await site.signedIn()
    await stop(server)
  } finally {
    await other.remove()
  }
})

test('a killed restore leaves the old site, and the next one completes', async () => {
  const first = await site.start()
  const admin = await site.signedIn()
  await fill(admin)
  const before = await readSite(await databaseUrl())
  await command('backup', [backupFile()])
  const note = await makeNote(admin, { title: 'Made since' })
  await stop(first)
  for (const milliseconds of [700, 1_000, 1_300, 1_700]) {
    const attempt = site.run('restore', ['--force', backupFile()])
    await delay(milliseconds)
    attempt.process.kill('SIGKILL')
    await attempt.ended
  }
  const second = await site.start()
  const title = await readNote(await site.signedIn(), note._id).then(
    (found) => found.title,
    () => 'restored',
  )
  expect(['Made since', 'restored']).toContain(title)
  await stop(second)
  expect(await command('restore', ['--force', backupFile()])).toMatchObject(says(0, ''))
  await site.start()
  expect((await readSite(await databaseUrl())).content).toEqual(before.content)
})

test('backups are made automatically, and only the newest are kept', async () => {
  const folder = path.join(site.dataDir, 'elsewhere')
  const settings = { BACKUP_EVERY: '24h', BACKUP_KEEP: '2', BACKUP_DIR: folder }
  const names = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tar')) : [])
  const server = site.run('start', [], { settings })
  await site.untilReady(server)
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('"event":"backup made"')
  const [oldest = ''] = names()
  expect(oldest).toMatch(/^scheduled-/)
  const byHand = path.join(folder, 'colophon-20200101T000000Z.tar')
  expect(await command('backup', [byHand], settings)).toMatchObject(says(0, ''))
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await command('backup', ['--scheduled'], settings)).toMatchObject(says(0, ''))
  }
  expect(names()).toHaveLength(3)
  expect(names()).toContain(path.basename(byHand))
  expect(names()).not.toContain(oldest)
})

test('an invalid backup setting is reported in plain language', async () => {
  const start = await command('start', [], { BACKUP_EVERY: 'daily', BACKUP_KEEP: '0' })
  expect(start).toMatchObject(says(1, 'BACKUP_EVERY: must be a time such as 30m, 24h or 7d'))
  expect(start.said).toContain('BACKUP_KEEP: ')
})

test('the backup holds no secret of this machine', async () => {
  await site.start()
  await command('backup', [backupFile()])
  const { AUTH_SECRET, DATABASE_PASSWORD } = readSecrets(site.dataDir)
  const texts: string[] = []
  for await (const { name, bytes } of readArchive(backupFile())) {
    texts.push((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  }
  const whole = texts.join('')
  expect(whole).toContain(ADMIN.email)
  for (const secret of [AUTH_SECRET, DATABASE_PASSWORD, ADMIN.password]) expect(whole).not.toContain(secret)
  expect(texts.some((text) => text.includes('"name": "Session"'))).toBe(false)
})
