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

/** Made by the release's own code; each but the first of the one before, with more. */
const RELEASES = 'tests/releases'

const FIRST = {
  projects: ['A compiler for tea', 'a kettle', 'Žižka'],
  notes: ['On tea', 'ON tea', 'With\ttabs\\N'],
  trash: ['Thrown away, too'],
  admins: ['Ada', 'Bea'],
  'second factors': ['Bea'],
  unpublished: [] as string[],
  authors: [] as string[],
  unsaved: [] as string[],
  others: [] as string[],
}
const HELD: Record<string, typeof FIRST> = {
  '0.1.0.tar': FIRST,
  '1.0.0.tar': {
    ...FIRST,
    notes: [...FIRST.notes, 'Of one point nought'],
    trash: [...FIRST.trash, 'Thrown away in one point nought'],
    admins: ['Ada', 'Bea', 'Cyd', 'Dora'],
    'second factors': ['Bea', 'Dora'],
    unpublished: ['A draft of one point nought', 'Brought along', 'Of a later century'],
    authors: ['Cyd', 'Dora', 'operator'],
    unsaved: ['Unsaved in one point nought'],
    others: [
      ...['/note/of-one-point-nought', '/old/imprint', 'Imprint', 'Wrote it.', 'brought-along.md'],
      ...['llvm', 'react', 'rust', 'steam', 'typescript', 'webassembly'],
    ],
  },
}

/** What of a restored site is compared with that. */
const QUERIES = {
  projects: `SELECT title FROM "Post" WHERE "publishedAt" <= now() AND "deletedAt" IS NULL ORDER BY "createdAt"`,
  notes: `SELECT title FROM "Note" WHERE "publishedAt" <= now() AND "deletedAt" IS NULL ORDER BY "createdAt"`,
  trash: `SELECT title FROM "Note" WHERE "deletedAt" IS NOT NULL ORDER BY "createdAt"`,
  admins: `SELECT name FROM "User" WHERE "isAdmin" ORDER BY name`,
  'second factors': `SELECT name FROM "User" JOIN "SecondFactor" ON "userId" = id WHERE "isConfirmed" ORDER BY name`,
  unpublished: `SELECT title FROM "Note" WHERE "publishedAt" IS NULL OR "publishedAt" > now() ORDER BY title`,
  authors: `SELECT DISTINCT "authorName" FROM "Revision" ORDER BY 1`,
  unsaved: `SELECT fields->>'title' FROM "WorkingCopy"`,
  others: `SELECT title FROM "Page" UNION SELECT source FROM "Redirect" UNION SELECT identity FROM "ImportedItem"
    UNION SELECT key FROM "TechnologyAlias" UNION SELECT nullif(document, '')::jsonb->'basics'->>'summary' FROM "Cv"
    ORDER BY 1`,
}

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
    const held: Record<string, unknown[]> = {}
    for (const [what, sql] of Object.entries(QUERIES)) held[what] = await read(sql)
    expect(held).toEqual(HELD[name])
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
