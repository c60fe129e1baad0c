import { createHash, randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import type { Migration } from '@/scripts/database/migrations'
import { readMigrations } from '@/scripts/database/migrations'
import type { ArchiveHeader, Manifest } from './archive'
import { readArchive } from './archive'

/** A table of the site; `needs` are the tables it refers to. */
export type Table = { name: string; columns: string[]; key: string[]; needs: string[] }

/** The database's own bookkeeping: neither backed up nor restored. */
const INTERNAL_TABLES = new Set(['_prisma_migrations', 'PageRevision', 'PageKey'])

/**
 * Must not return from a backup: sessions ended, tokens and preview links revoked since, counters of failed attempts,
 * files that are being imported, and the keys of visitor hashes, whose nightly deletion makes visitors anonymous; how
 * jobs ended and how links were found where it was made; and what the search finds, which the next start makes anew. A
 * restore empties them.
 */
const EXCLUDED_TABLES = new Set([
  'Session',
  'ApiToken',
  'PreviewLink',
  'RateLimit',
  'JobPart',
  'JobRun',
  'LinkCheck',
  'PageViewSalt',
  'SearchEntry',
  'SearchWord',
])

const MEDIA_TABLE = 'Media'
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024

const unpack = promisify(gunzip)

export const quoted = pg.escapeIdentifier
const list = (names: string[]) => names.map((name) => quoted(name)).join(', ')

/**
 * Runs `work` in one transaction with fixed output formats, independent of the server's settings.
 * @param options `commit` commits; otherwise it is rolled back
 */
export async function inTransaction<Result>(
  client: pg.Client,
  mode: 'REPEATABLE READ READ ONLY' | 'READ COMMITTED',
  work: () => Promise<Result>,
  { commit = false }: { commit?: boolean } = {},
): Promise<Result> {
  await client.query(`BEGIN ISOLATION LEVEL ${mode}`)
  try {
    await client.query(
      "SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL extra_float_digits = 3; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
    )
    const result = await work()
    await client.query(commit ? 'COMMIT' : 'ROLLBACK')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * The migrations applied to a database, looked up in this copy of the site.
 * @throws UserError when it is not a database of this site, or of a newer version
 */
export async function appliedMigrations(client: pg.Client): Promise<Migration[]> {
  const table = await client.query(
    "SELECT 1 FROM pg_class WHERE relname = '_prisma_migrations' AND relnamespace = current_schema()::regnamespace",
  )
  if (table.rowCount === 0) throw new UserError('There is no site in this database yet: nothing to back up.')
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, logs AS "worksFrom" FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  // Of a newer version that works with this one: what only that one stores is in none of its backups.
  const known = new Set(readMigrations().map(({ name }) => name))
  return knownMigrations(
    rows.filter(({ name, worksFrom }) => known.has(name) || !known.has(worksFrom)),
    'This database',
  )
}

/** @throws UserError when one is unknown here or has another checksum */
export function knownMigrations(migrations: { name: string; checksum: string }[], whose: string) {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration]))
  return migrations.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (migration?.checksum === checksum) return migration
    throw new UserError(
      `${whose} has the migration ${name}, which this copy of the site does not know, or knows with another content.\nIt was used by another version: use that one, or update this copy.`,
    )
  })
}

/**
 * Creates a schema with the tables of the given migrations inside the running transaction and puts it first in the
 * search path. A rollback removes it, also one caused by a kill.
 */
export async function createScratchSchema(client: pg.Client, migrations: Migration[]) {
  const schema = `colophon_scratch_${randomBytes(6).toString('hex')}`
  const { rows } = await client.query("SELECT current_schema() AS home, current_setting('search_path') AS path")
  const { home, path } = rows[0]
  await client.query(`CREATE SCHEMA ${quoted(schema)}`).catch((error) => {
    throw new UserError(
      `The backup cannot be tried out in this database: ${error.message}\nThe user of DATABASE_URL must be allowed to create a schema (GRANT CREATE ON DATABASE …).`,
      { cause: error },
    )
  })
  // The site's schema stays second: it has the types of extensions.
  await client.query(`SET LOCAL search_path = ${quoted(schema)}, ${path}`)
  await migrate(client, migrations)
  return {
    schema,
    home: home as string,
    /** Restores the previous search path. */
    restoreSearchPath: () => client.query(`SET LOCAL search_path = ${path}`),
  }
}

/** What triggers defer to a commit happens after each: in a database each is a transaction of its own. */
export async function migrate(client: pg.Client, migrations: Migration[]) {
  for (const { sql } of migrations) {
    await client.query(`${sql}\n;SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED`)
  }
}

/** The site's tables in a schema, each after those it refers to. */
export async function listTables(client: pg.Client, schema: string): Promise<{ saved: Table[]; emptied: Table[] }> {
  const { rows } = await client.query(
    `SELECT c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
             ORDER BY a.attnum) AS columns,
       ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
             WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY a.attnum) AS key,
       ARRAY(SELECT DISTINCT p.relname::text FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
             WHERE f.conrelid = c.oid AND f.contype = 'f' AND p.oid <> c.oid) AS needs
     FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
     ORDER BY 1`,
    [schema],
  )
  const tables: Table[] = rows.filter(({ name }) => !INTERNAL_TABLES.has(name))
  return {
    saved: sortByDependency(tables.filter(({ name }) => !EXCLUDED_TABLES.has(name))),
    emptied: tables.filter(({ name }) => EXCLUDED_TABLES.has(name)),
  }
}

function sortByDependency(tables: Table[]) {
  const ordered: Table[] = []
  const names = new Set(tables.map(({ name }) => name))
  while (ordered.length < tables.length) {
    const orderedNames = new Set(ordered.map(({ name }) => name))
    const next = tables.find(
      ({ name, needs }) => !orderedNames.has(name) && needs.every((need) => orderedNames.has(need) || !names.has(need)),
    )
    if (!next) throw new Error('The tables refer to each other in a circle.')
    ordered.push(next)
  }
  return ordered
}

/** The rows of a table in COPY format, sorted by key independently of the collation. */
export function copyOut(client: pg.Client, { name, columns, key }: { name: string; columns: string[]; key: string[] }) {
  const order = key.map((column) => `${quoted(column)}::text COLLATE "C"`).join(', ')
  return client.query(
    copyStreams.to(`COPY (SELECT ${list(columns)} FROM ${quoted(name)} ORDER BY ${order}) TO STDOUT`, {
      highWaterMark: 256 * 1024,
    }),
  )
}

/** Copies the rows of a checked backup into the empty tables of the current schema, ready to be migrated. */
export async function copyIn(client: pg.Client, file: string, header: ArchiveHeader) {
  const parts = readArchive(file)
  // Skips the header.
  await parts.next()
  let part = await parts.next()
  for (const { name, columns } of header.tables) {
    // Trial rows must not notify anybody.
    await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
    const rows = async function* () {
      while (!part.done && part.value.name.startsWith(`database/${name}/`)) {
        yield await unpack(part.value.bytes, { maxOutputLength: UNPACKED_MAX_BYTES })
        part = await parts.next()
      }
    }
    await pipeline(rows, client.query(copyStreams.from(`COPY ${quoted(name)} (${list(columns)}) FROM STDIN`)))
    await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
    await advanceSequences(client, quoted(name), columns)
  }
  await parts.return(undefined)
}

/** Counts and hashes the rows of tables in the current schema. */
export async function hashTables(client: pg.Client, tables: Table[]): Promise<Manifest['tables']> {
  const found: Manifest['tables'] = {}
  for (const table of tables) {
    const stream = copyOut(client, table)
    const hash = createHash('sha256')
    for await (const chunk of stream) hash.update(chunk)
    found[table.name] = { rows: stream.rowCount, sha256: hash.digest('hex') }
  }
  return found
}

export type Pictures = {
  /** keys of the files in the uploads folder, variants included */
  onDisk: string[]
  /** those of projects in the trash, and deleted ones */
  trashed: string[]
  /** number of images stored by another service */
  elsewhere: number
}

export async function listPictures(client: pg.Client): Promise<Pictures> {
  // As JSON: a backup of an older version may lack the column.
  const { rows } = await client.query(
    `SELECT m."store", coalesce(to_jsonb(p)->>'deletedAt', to_jsonb(m)->>'deletedAt') IS NOT NULL AS trashed, m."key" || ARRAY(
       SELECT copy->>'key' FROM jsonb_array_elements(coalesce(to_jsonb(m)->'variants', '[]')) AS copy) AS keys
     FROM ${quoted(MEDIA_TABLE)} m LEFT JOIN "Post" p ON p."id" = m."postId" ORDER BY m."key" COLLATE "C"`,
  )
  const onDisk = rows.filter(({ store }) => store === 'disk')
  return {
    onDisk: onDisk.flatMap(({ keys }) => keys),
    trashed: onDisk.filter(({ trashed }) => trashed).flatMap(({ keys }) => keys),
    elsewhere: rows.length - onDisk.length,
  }
}

/** Replaces the rows of one schema's tables by those of another's. */
export async function replaceRows(
  client: pg.Client,
  { from, to, saved, emptied }: { from: string; to: string; saved: Table[]; emptied: Table[] },
) {
  const qualified = (schema: string, name: string) => `${quoted(schema)}.${quoted(name)}`
  await client.query(`TRUNCATE ${[...saved, ...emptied].map(({ name }) => qualified(to, name)).join(', ')}`)
  for (const { name, columns } of saved) {
    await client.query(
      `INSERT INTO ${qualified(to, name)} (${list(columns)}) OVERRIDING SYSTEM VALUE SELECT ${list(columns)} FROM ${qualified(from, name)}`,
    )
    await advanceSequences(client, qualified(to, name), columns)
  }
}

/** Sets the sequence of each column that has one to the value after the highest. */
async function advanceSequences(client: pg.Client, table: string, columns: string[]) {
  for (const column of columns) {
    const { rows } = await client.query('SELECT pg_get_serial_sequence($1, $2) AS sequence', [table, column])
    const { sequence } = rows[0]
    if (!sequence) continue
    await client.query(`SELECT setval($1, (SELECT coalesce(max(${quoted(column)}), 0) + 1 FROM ${table}), false)`, [
      sequence,
    ])
  }
}
