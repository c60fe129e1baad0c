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

test('what was there before texts had a date of publishing is public since it was made', async () => {
  const migrations = readMigrations()
  const at = migrations.findIndex(({ name }) => name.endsWith('_published_at'))
  for (const { name, sql } of migrations.slice(0, at)) addMigration(name, sql)
  await applyMigrations(database.url, folder)
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

test('what was typed and not published is a draft, or the changes of its row, and nothing of it is lost', async () => {
  const migrations = readMigrations()
  const at = migrations.findIndex(({ name }) => name.endsWith('_one_text_for_each_row'))
  for (const { name, sql } of migrations.slice(0, at)) addMigration(name, sql)
  await applyMigrations(database.url, folder)
  for (const id of ['ada', 'bea']) {
    const sql = `INSERT INTO "User" ("id", "name", "username", "email", "passwordHash", "updatedAt") VALUES ($1, $1, $2, $3, '', now())`
    await client.query(sql, [id, id, id])
  }
  await client.query(`INSERT INTO "Note" ("id", "title", "updatedAt") VALUES ('public', 'Public', now())`)
  await client.query(
    `INSERT INTO "Media" ("id", "key", "url", "store", "contentType", "bytes", "width", "height")
     VALUES ('01234567-89ab-cdef-0123-456789abcdef', 'k', '/k.png', 'disk', 'image/png', 1, 1, 1)`,
  )
  const copy = (owner: string, kind: string, key: string, isNew: boolean, minute: number, fields: object) =>
    client.query(
      `INSERT INTO "WorkingCopy" ("id", "ownerId", "kind", "key", "isNew", "baseVersion", "base", "fields", "bytes", "writer", "sequence", "createdAt", "updatedAt")
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, '{}', $6, 1, 'w', 1, $7, $7)`,
      [owner, kind, key, isNew, isNew ? 0 : 1, fields, `2026-11-01 10:${minute}`],
    )
  const note = (title: string) => ({ title, about: '', description: `<p onclick="x()">${title}</p>` })
  const picture = JSON.stringify({ _id: '01234567-89ab-cdef-0123-456789abcdef', url: '/k.png', name: 'k' })
  await copy('ada', 'note', 'begun', true, 10, note(''))
  await copy('ada', 'post', 'project', true, 11, {
    title: 'P',
    repo: 'javascript:x',
    link: 'https://a.example',
    image: picture,
    alt: 'K',
  })
  await copy('ada', 'note', 'deleted', false, 12, note('Of a deleted one'))
  await copy('ada', 'note', 'public', false, 13, note('Earlier'))
  await copy('bea', 'note', 'public', false, 14, note('Later'))
  await copy('bea', 'profile', 'bea', false, 15, { name: 'B' })
  await applyMigrations(database.url)

  const rows = async (sql: string) => (await client.query(sql)).rows
  expect(
    await rows(
      'SELECT "id", "title", "description", "descriptionStamp", "publishedAt" IS NULL AS draft FROM "Note" ORDER BY "id"',
    ),
  ).toEqual([
    { id: 'begun', title: '', description: '<p onclick="x()"></p>', descriptionStamp: '', draft: true },
    {
      id: 'deleted',
      title: 'Of a deleted one',
      description: '<p onclick="x()">Of a deleted one</p>',
      descriptionStamp: '',
      draft: true,
    },
    { id: 'public', title: 'Public', description: '', descriptionStamp: '', draft: false },
  ])
  expect(
    await rows('SELECT "Post"."id", "title", "repo", "link", "alt" FROM "Post" JOIN "Media" ON "postId" = "Post"."id"'),
  ).toEqual([{ id: 'project', title: 'P', repo: '', link: 'https://a.example', alt: 'K' }])
  const changes = `SELECT "key", "fields"->>'title' AS title, "fields" = "base" AS same FROM "WorkingCopy" WHERE "kind" <> 'profile' ORDER BY "key"`
  expect(await rows(changes)).toEqual([
    { key: 'begun', title: '', same: true },
    { key: 'deleted', title: 'Of a deleted one', same: true },
    { key: 'project', title: 'P', same: false },
    { key: 'public', title: 'Later', same: false },
  ])
  expect(await rows(`SELECT "noteId", "authorName", "status", "fields"->>'title' AS title FROM "Revision"`)).toEqual([
    { noteId: 'public', authorName: 'ada', status: 'copy', title: 'Earlier' },
  ])
})

test('texts that were stored in another form are composed, each for itself', async () => {
  const migrations = readMigrations()
  const at = migrations.findIndex(({ name }) => name.endsWith('_composed_text'))
  for (const { name, sql } of migrations.slice(0, at)) addMigration(name, sql)
  await applyMigrations(database.url, folder)
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
  const lists = (text: string) => [
    [{ title: text, items: [text, '"'] }],
    [
      { label: text, url: `https://example.org/${apart}` },
      { label: '', url: 'https://b.example' },
    ],
  ]
  await client.query(
    `INSERT INTO "SiteSettings" ("ownerName", "titleLine", "bio", "contactNote", "competencies", "profileLinks", "updatedAt")
     VALUES ($1, $1, $1, $1, $2, $3, now())`,
    [apart, ...lists(apart).map((list) => JSON.stringify(list))],
  )
  await applyMigrations(database.url)
  const read = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows
  expect(await read('SELECT "title", "about", "description" FROM "Note"')).toEqual([[composed, composed, html]])
  expect(await read('SELECT "title", "description", "tech", "link" FROM "Post"')).toEqual([
    [composed, composed, composed, `https://example.org/${apart}`],
  ])
  expect(await read('SELECT "ownerName", "bio", "competencies", "profileLinks" FROM "SiteSettings"')).toEqual([
    [composed, composed, ...lists(composed)],
  ])
})

test('the release before this one can go on with the tables of today: it reads and writes what it knows', async () => {
  const migrations = readMigrations()
  const at = migrations.findIndex(({ name }) => name === LAST_OF_RELEASE_BEFORE)
  expect(at).toBeGreaterThan(-1)
  for (const { name, sql } of migrations.slice(0, at + 1)) addMigration(name, sql)
  await applyMigrations(database.url, folder)
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
  const migrations = readMigrations()
  const at = migrations.findIndex(({ name }) => name === LAST_OF_RELEASE_BEFORE)
  for (const { name, sql } of migrations.slice(0, at + 1)) addMigration(name, sql)
  await applyMigrations(database.url)
  const newer = migrations.slice(at + 1).map(({ name }) => name)
  expect(await compareMigrations(database.url, folder)).toEqual({ isNew: false, missing: [], newer })
  expect(await applyMigrations(database.url, folder)).toEqual([])
  rmSync(join(folder, LAST_OF_RELEASE_BEFORE), { recursive: true })
  await expect(applyMigrations(database.url, folder)).rejects.toThrow('used by a newer version')
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
