import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkArchive } from '@/scripts/backup/archive'
import { createBackup } from '@/scripts/backup/create'
import { connect } from '@/scripts/database/connect'
import {
  applyMigrations,
  LAST_OF_RELEASE_BEFORE,
  MIGRATIONS_FOLDER,
  readMigrations,
} from '@/scripts/database/migrations'
import { newDatabase } from '@/tests/support/unit-database'
import { migrateDatabase } from './migrate-database'

let database: Awaited<ReturnType<typeof newDatabase>>
let client: Client
let folder: string
let lines: string[]

const print = (line: string) => void lines.push(line)
const made = () => (existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : [])

/** A database as the release before left it. */
beforeEach(async () => {
  lines = []
  folder = mkdtempSync(join(tmpdir(), 'colophon-update-'))
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('BACKUP_DIR', '')
  database = await newDatabase()
  client = await connect(database.url)
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const before = join(folder, 'migrations')
  for (const { name } of readMigrations()) {
    if (name <= LAST_OF_RELEASE_BEFORE) cpSync(join(MIGRATIONS_FOLDER, name), join(before, name), { recursive: true })
  }
  await applyMigrations(database.url, before)
  await client.query(
    `INSERT INTO "User" ("id", "name", "username", "email", "passwordHash", "isAdmin", "updatedAt")
     VALUES ('o', 'Ada', 'ada', 'ada@example.org', '', true, now())`,
  )
})

afterEach(async () => {
  await client.end()
  await database.remove()
  rmSync(folder, { recursive: true })
})

const applied = async () => (await client.query('SELECT 1 FROM _prisma_migrations')).rowCount

test('an update begins with a backup, of which the newest three stay; a first start does not', async () => {
  const before = [1, 2, 3].map((day) => `before-update-2020010${day}T000000000Z.tar`)
  mkdirSync(join(folder, 'backups'))
  for (const name of before) writeFileSync(join(folder, 'backups', name), '')
  await migrateDatabase(database.url, { backup: 'required', print })
  expect(made()).toEqual([...before.slice(1), expect.stringMatching(/^before-update-\d{8}T\d{9}Z\.tar$/)])
  const { header } = await checkArchive(join(folder, 'backups', made()[2] ?? ''))
  expect(header.migrations.at(-1)?.name).toBe(LAST_OF_RELEASE_BEFORE)
  expect(await applied()).toBe(readMigrations().length)

  await migrateDatabase(database.url, { backup: 'required', print })
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrateDatabase(database.url, { backup: 'required', print })
  expect(made()).toHaveLength(3)
})

test('a first start goes on with what another one has begun, without a backup of nothing', async () => {
  await client.query('DELETE FROM "User"')
  await migrateDatabase(database.url, { backup: 'required', print })
  expect(made()).toEqual([])
  expect(await applied()).toBe(readMigrations().length)
})

test("where no backup can be made, the site's own database stays as it is, and another one changes with a word", async () => {
  const before = await applied()
  writeFileSync(join(folder, 'file'), '')
  vi.stubEnv('BACKUP_DIR', join(folder, 'file', 'backups'))
  await expect(migrateDatabase(database.url, { backup: 'required', print })).rejects.toThrow('none could be made')
  expect(await applied()).toBe(before)
  await migrateDatabase(database.url, { backup: 'tried', print })
  expect(lines[0]).toContain('could not be made')
  expect(await applied()).toBe(readMigrations().length)
})

test('this version goes on with the tables of a newer one that lets it, and backs them up', async () => {
  await migrateDatabase(database.url, { backup: 'none', print })
  await client.query('ALTER TABLE "Note" ADD COLUMN "ofTheNewer" TEXT')
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, logs) VALUES ('n', '', '9_newer', now(), $1)`,
    [readMigrations().at(-1)?.name],
  )
  expect(await migrateDatabase(database.url, { backup: 'required', print })).toEqual({ isNewer: true })
  await createBackup({ databaseUrl: database.url, dataDir: folder, file: join(folder, 'newer.tar') })
})
