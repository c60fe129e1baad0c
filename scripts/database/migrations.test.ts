import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { compileProgram } from '@/tests/support/compiled'
import { newDatabase } from '@/tests/support/unit-database'
import {
  applyMigrations,
  compareMigrations,
  LAST_OF_RELEASE_BEFORE,
  MIGRATIONS_FOLDER,
  readMigrations,
} from './migrations'
import { assertNoDrift, schemaDifference } from './schema-engine'

let database: Awaited<ReturnType<typeof newDatabase>>
let client: pg.Client
let folder: string

beforeAll(async () => {
  database = await newDatabase()
})

afterAll(() => database.remove())

beforeEach(async () => {
  client = new pg.Client(database.url)
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE')
  await client.query('CREATE SCHEMA public')
  folder = mkdtempSync(join(tmpdir(), 'colophon-migrations-'))
})

afterEach(async () => {
  await client.end()
  rmSync(folder, { recursive: true })
})

function addMigration(name: string, sql: string) {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

async function tables() {
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
  return rows.map((row) => row.tablename)
}

test('the migrations create exactly the tables of the schema', async () => {
  await applyMigrations(database.url)
  expect(await schemaDifference(database.url)).toBe('')
})

test('applying again changes nothing', async () => {
  expect(await applyMigrations(database.url)).toEqual(readMigrations().map((migration) => migration.name))
  const history = await client.query('SELECT * FROM _prisma_migrations')
  expect(await applyMigrations(database.url)).toEqual([])
  expect((await client.query('SELECT * FROM _prisma_migrations')).rows).toEqual(history.rows)
})

test('concurrent runs apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 8 }, () => applyMigrations(database.url)))
  expect(applied.flat().sort()).toEqual(readMigrations().map((migration) => migration.name))
})

test('email and user name are unique without regard to case, in letters of any script', async () => {
  await applyMigrations(database.url)
  const add = (id: string, username: string, email: string) =>
    client.query(
      'INSERT INTO "User" (id, name, username, email, "passwordHash", "updatedAt") VALUES ($1, $1, $2, $3, $1, now())',
      [id, username, email],
    )
  await add('1', 'jörg', 'jörg@example.org')
  await expect(add('2', 'JÖRG', 'other@example.org')).rejects.toThrow('User_username_key')
  await expect(add('3', 'other', 'JÖRG@EXAMPLE.ORG')).rejects.toThrow('User_email_key')
})

/** The tables as the release before left them. */
async function applyReleaseBefore(): Promise<string[]> {
  const migrations = readMigrations()
  const at = migrations.findIndex(({ name }) => name === LAST_OF_RELEASE_BEFORE)
  expect(at).toBeGreaterThan(-1)
  for (const { name, sql } of migrations.slice(0, at + 1)) addMigration(name, sql)
  return applyMigrations(database.url, folder)
}

test('what was there before texts had a date of publishing is public since it was made', async () => {
  await applyReleaseBefore()
  const madeAt = new Date('2020-02-29T12:00:00.123Z')
  for (const table of ['Post', 'Note']) {
    const sql = `INSERT INTO "${table}" ("id", "title", "description", "createdAt", "updatedAt") VALUES ('a', 'A', '', $1, $1)`
    await client.query(sql, [madeAt])
  }
  const revision = 'SELECT * FROM "PageRevision"'
  const before = await client.query(revision)
  await applyMigrations(database.url)
  for (const table of ['Post', 'Note']) {
    const { rows } = await client.query(`SELECT "publishedAt", "updatedAt" FROM "${table}"`)
    expect(rows).toEqual([{ publishedAt: madeAt, updatedAt: madeAt }])
  }
  // No page shows anything new.
  expect((await client.query(revision)).rows).toEqual(before.rows)
})

test('texts that were stored in another form are composed, each for itself', async () => {
  await applyReleaseBefore()
  const [composed, apart] = ['\u017Di\u017Eka \uD55C\uAE00', '\u017Di\u017Eka \uD55C\uAE00'.normalize('NFD')]
  const html = `<p>${apart}</p><p>\u0338</p>`
  await client.query(
    `INSERT INTO "Note" ("id", "title", "about", "description", "updatedAt") VALUES ('a', $1, $1, $2, now())`,
    [apart, html],
  )
  await client.query(
    `INSERT INTO "Post" ("id", "title", "description", "tech", "link", "updatedAt") VALUES ('a', $1, $1, $1, $2, now())`,
    [apart, `https://example.org/${apart}`],
  )
  const competencies = (text: string) => [{ title: text, items: [text, '"'] }]
  await client.query(
    `INSERT INTO "SiteSettings" ("ownerName", "titleLine", "bio", "contactNote", "competencies", "updatedAt")
     VALUES ($1, $1, $1, $1, $2, now())`,
    [apart, JSON.stringify(competencies(apart))],
  )
  await applyMigrations(database.url)
  const read = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows
  expect(await read('SELECT "title", "about", "description" FROM "Note"')).toEqual([[composed, composed, html]])
  expect(await read('SELECT "title", "description", "tech", "link" FROM "Post"')).toEqual([
    [composed, composed, composed, `https://example.org/${apart}`],
  ])
  expect(await read('SELECT "ownerName", "bio", "competencies" FROM "SiteSettings"')).toEqual([
    [composed, composed, competencies(composed)],
  ])
})

test('the release before this one can go on with the tables of today: it reads and writes what it knows', async () => {
  await applyReleaseBefore()
  const before = await columns()
  await applyMigrations(database.url)
  const today = await columns()
  const isGiven = ({ isOptional, hasDefault }: Column) => isOptional || hasDefault
  for (const [name, column] of before) {
    const now = today.get(name)
    expect(now?.type, name).toBe(column.type)
    expect(now?.isOptional || !column.isOptional, `${name} takes NULL`).toBe(true)
    expect((now && isGiven(now)) || !isGiven(column), `${name} may be left out`).toBe(true)
  }
  // What it does not write.
  const tablesOf = (all: Map<string, Column>) => new Set([...all.values()].map(({ table }) => table))
  for (const [name, column] of today) {
    if (!before.has(name) && tablesOf(before).has(column.table))
      expect(isGiven(column), `${name} has a default`).toBe(true)
  }
})

type Column = { table: string; type: string; isOptional: boolean; hasDefault: boolean }

/** The columns there are, by table and name. */
async function columns(): Promise<Map<string, Column>> {
  const { rows } = await client.query<Column & { name: string }>(
    `SELECT table_name AS "table", column_name AS "name", udt_name AS "type", is_nullable = 'YES' AS "isOptional",
       column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS "hasDefault"
     FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  return new Map(rows.map(({ name, ...column }) => [`${column.table}.${name}`, column]))
}

test('a later migration is added to those applied before', async () => {
  addMigration('1_first', 'CREATE TABLE one (id int)')
  await applyMigrations(database.url, folder)
  addMigration('2_second', 'CREATE TABLE two (id int)')
  expect(await applyMigrations(database.url, folder)).toEqual(['2_second'])
  expect(await tables()).toEqual(['_prisma_migrations', 'one', 'two'])
})

test('a migration that fails changes nothing and can be tried again', async () => {
  addMigration('1_first', 'CREATE TABLE one (id int); CREATE TABLE one (id int)')
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('1_first failed and changed nothing')
  expect(await tables()).toEqual([])
  addMigration('1_first', 'CREATE TABLE one (id int)')
  expect(await applyMigrations(database.url, folder)).toEqual(['1_first'])
})

test('after a killed run the next one applies everything', async () => {
  addMigration('1_first', 'CREATE TABLE one (id int); SELECT pg_sleep(600)')
  const program = await compileProgram(`
    import { applyMigrations } from './scripts/database/migrations'
    await applyMigrations(process.argv[2], process.argv[3])`)
  const runner = spawn(process.execPath, [program.file, database.url, folder], { stdio: 'ignore' })
  await expect
    .poll(
      async () =>
        (
          await client.query(
            "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
          )
        ).rowCount,
    )
    .toBe(1)
  runner.kill('SIGKILL')
  program.remove()
  // The server notices a lost client only when it writes to it; pg_sleep would go on.
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
  )

  addMigration('1_first', 'CREATE TABLE one (id int)')
  expect(await applyMigrations(database.url, folder)).toEqual(['1_first'])
  expect(await tables()).toEqual(['_prisma_migrations', 'one'])
})

test('a migration edited after it was applied is refused', async () => {
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
  await applyMigrations(database.url, folder)
  const [first] = readMigrations(folder)
  addMigration(first?.name ?? '', `${first?.sql}\n-- edited`)
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('was changed after it had been applied')
})

test('a database of a newer version is refused', async () => {
  addMigration('1_first', 'CREATE TABLE one (id int)')
  addMigration('2_second', 'CREATE TABLE two (id int)')
  await applyMigrations(database.url, folder)
  rmSync(join(folder, '2_second'), { recursive: true })
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('used by a newer version')
})

test('tables that promise it let the version before go on, others do not', async () => {
  const before = await applyReleaseBefore()
  await applyMigrations(database.url)
  const newer = readMigrations().flatMap(({ name }) => (before.includes(name) ? [] : name))
  expect(await compareMigrations(database.url, folder)).toEqual({ isNew: true, missing: [], newer })
  expect(await applyMigrations(database.url, folder)).toEqual([])
  rmSync(join(folder, LAST_OF_RELEASE_BEFORE), { recursive: true })
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('used by a newer version')
})

test('a database of a version between two releases is refused, with the way on', async () => {
  addMigration('1_first', 'CREATE TABLE one (id int)')
  addMigration('2_between', 'CREATE TABLE two (id int)')
  await applyMigrations(database.url, folder)
  rmSync(join(folder, '2_between'), { recursive: true })
  addMigration('3_release', 'CREATE TABLE two (id int)')
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('export the site with that version')
})

test('a migration another tool left unfinished is refused', async () => {
  addMigration('1_first', 'CREATE TABLE one (id int)')
  await applyMigrations(database.url, folder)
  await client.query('UPDATE _prisma_migrations SET finished_at = NULL')
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('never finished')
})

test("a database with somebody else's tables is refused and left alone", async () => {
  await client.query('CREATE TABLE invoice (id int)')
  await expect(applyMigrations(database.url)).rejects.toThrow('a table "invoice" that is not this site\'s')
  expect(await tables()).toEqual(['invoice'])
})

test('an unreachable database is reported in plain language', async () => {
  await expect(applyMigrations('postgresql://x:y@127.0.0.1:1/none')).rejects.toThrow(
    /cannot be reached: Nothing answers at 127\.0\.0\.1, port 1\./,
  )
})

test('a column that was dropped by hand is refused as drift', async () => {
  await applyMigrations(database.url)
  await client.query('ALTER TABLE "Post" DROP COLUMN tech')
  await expect(assertNoDrift(database.url)).rejects.toThrow('ALTER TABLE "Post" ADD COLUMN')
})

test('an index or a table added by hand is not drift', async () => {
  await applyMigrations(database.url)
  await client.query('CREATE INDEX mine ON "Post" (title); CREATE TABLE mine_too (id int)')
  await expect(assertNoDrift(database.url)).resolves.toBeUndefined()
})
