import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '@/scripts/database/connect'
import { applyMigrations, MIGRATIONS_FOLDER } from '@/scripts/database/migrations'
import { newDatabase } from '@/tests/support/unit-database'
import { checkArchive } from './archive'
import { createBackup, restoreToScratch } from './create'
import { restoreBackup } from './restore'
import { copyIn, inTransaction, knownMigrations, listPictures, listTables, migrate } from './tables'

type Client = Awaited<ReturnType<typeof connect>>

/** Made by the release's own code, of a site with two admins, members, texts, pictures and a trash. */
const RELEASES = 'tests/releases'

let folder: string
let ended: (() => Promise<void>)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-restore-'))
  ended = []
})

afterEach(async () => {
  for (const end of ended.reverse()) await end()
  rmSync(folder, { recursive: true })
})

async function database() {
  const { url, remove } = await newDatabase()
  const client = await connect(url)
  ended.push(remove, () => client.end())
  return { url, client }
}

/** Every row but that of the restore itself. */
async function readRows(client: Client) {
  const { saved } = await listTables(client, 'public')
  const found: Record<string, string[]> = {}
  for (const { name } of saved) {
    const { rows } = await client.query(
      `SELECT t::text AS row FROM "${name}" t WHERE to_jsonb(t)->>'action' IS DISTINCT FROM 'site.restore' ORDER BY 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

test.each(readdirSync(RELEASES))(
  'the backup of the release %s is restored as its database is migrated',
  async (name) => {
    const file = join(RELEASES, name)
    const { header } = await checkArchive(file)
    const restored = await database()
    await restoreBackup({ databaseUrl: restored.url, dataDir: folder, file, force: false, print: () => {} })

    const migrated = await database()
    await migrated.client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const migrations = join(folder, 'migrations')
    for (const { name } of header.migrations)
      cpSync(join(MIGRATIONS_FOLDER, name), join(migrations, name), { recursive: true })
    await applyMigrations(migrated.url, migrations)
    await copyIn(migrated.client, file, header)
    await applyMigrations(migrated.url)

    expect(await readRows(restored.client)).toEqual(await readRows(migrated.client))
    const read = async (sql: string) => (await restored.client.query({ text: sql, rowMode: 'array' })).rows.flat()
    const titles = (table: string, where: string) =>
      read(`SELECT title FROM "${table}" WHERE ${where} ORDER BY "createdAt"`)
    expect(await titles('Post', '"publishedAt" IS NOT NULL AND "deletedAt" IS NULL')).toEqual([
      'A compiler for tea',
      'a kettle',
      'Žižka',
    ])
    expect(await titles('Note', '"publishedAt" IS NOT NULL AND "deletedAt" IS NULL')).toHaveLength(3)
    expect(await titles('Note', '"deletedAt" IS NOT NULL')).toEqual(['Thrown away, too'])
    expect(await read('SELECT name FROM "User" WHERE "isAdmin" ORDER BY name')).toEqual(['Ada', 'Bea'])
    expect(await read('SELECT name FROM "User" JOIN "SecondFactor" ON "userId" = id WHERE "isConfirmed"')).toEqual([
      'Bea',
    ])
    const pictures = await read(
      `SELECT key FROM "Media" UNION SELECT jsonb_path_query(variants, '$[*].key')#>>'{}' FROM "Media"`,
    )
    expect(readdirSync(join(folder, 'uploads')).sort()).toEqual(pictures.sort())
  },
)

test('a migration finds the sequences and triggers of a restored backup as in a database', async () => {
  const { url, client } = await database()
  await client.query(
    `INSERT INTO "Note" ("id", "title", "updatedAt") VALUES ('a', 'A', now());
     INSERT INTO "Revision" ("noteId", "authorId", "authorName", "status", "fields", "stamp", "words", "pictures", "updatedAt")
     VALUES ('a', '', 'Ada', 'published', '{}', '', 0, '{}', now())`,
  )
  const file = join(folder, 'backup.tar')
  await createBackup({ databaseUrl: url, dataDir: folder, file })
  const { header, manifest } = await checkArchive(file)
  const later = (sql: string) => ({ name: 'later', sql, checksum: '' })
  const { order, ids } = await inTransaction(client, 'READ COMMITTED', async () => {
    await restoreToScratch(client, file, { header, manifest, migrations: knownMigrations(header.migrations, 'It') })
    await migrate(client, [
      later(`INSERT INTO "Revision" ("noteId", "authorId", "authorName", "status", "fields", "stamp", "words", "pictures", "updatedAt")
             SELECT "noteId", "authorId", "authorName", "status", "fields", "stamp", "words", "pictures", "updatedAt" FROM "Revision";
             INSERT INTO "Post" ("id", "title", "description", "publishedAt", "updatedAt") VALUES ('p', 'P', '', now(), now())`),
      // Refused while triggers of the one before are pending.
      later('ALTER TABLE "Post" ADD COLUMN "later" TEXT'),
    ])
    const revisions = await client.query('SELECT "id" FROM "Revision" ORDER BY "id"')
    const posts = await client.query('SELECT "listedAt" IS NOT NULL AS "isOrdered" FROM "Post"')
    return { ids: revisions.rows.map(({ id }) => id), order: posts.rows }
  })
  expect(ids).toEqual([1, 2])
  expect(order).toEqual([{ isOrdered: true }])
})

test('a deleted picture is restored out of reach, as those of projects in the trash are', async () => {
  const { client } = await database()
  await client.query(
    `INSERT INTO "Media" ("id", "key", "url", "store", "contentType", "bytes", "width", "height", "deletedAt")
     VALUES ('a', 'a.png', '', 'disk', '', 1, 1, 1, NULL), ('b', 'b.png', '', 'disk', '', 1, 1, 1, now())`,
  )
  expect(await listPictures(client)).toEqual({ onDisk: ['a.png', 'b.png'], trashed: ['b.png'], elsewhere: 0 })
})
