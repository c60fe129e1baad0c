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

/** A table of the site; `needs` are those it refers to. */
export type Table = { name: string; columns: string[]; key: string[]; needs: string[] }

/** Of the database itself, not of the site in it: neither saved nor touched. */
const INTERNAL_TABLES = new Set(['_prisma_migrations', 'PageRevision', 'PageChange'])

/**
 * What a backup must not bring back: sessions that were ended since, counters of failed tries, idempotency keys of rows
 * that are gone, and the keys of page views, whose deletion each night is what makes visitors nobody. Emptied by a
 * restore.
 */
const EXCLUDED_TABLES = new Set(['Session', 'RateLimit', 'IdempotencyKey', 'PageViewSalt'])

const MEDIA_TABLE = 'Media'
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024

const unpack = promisify(gunzip)

export const quoted = pg.escapeIdentifier
const list = (names: string[]) => names.map((name) => quoted(name)).join(', ')

/**
 * A connection for work that may take long.
 * @throws UserError when there is none to be had
 */
export async function connect(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // Without a listener, a connection lost between two queries would end the process with a stack.
  client.on('error', () => {})
  await client.connect().catch((error) => {
    throw new UserError(`The database cannot be reached: ${error.message}\nCheck that it is running.`, {
      cause: error,
    })
  })
  return client
}

/**
 * Runs `work` in one transaction, in which values are written the same way whatever the server is set to.
 * @param options `keep` commits; otherwise nothing of it remains
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
 * The migrations a database has, as this copy of the site knows them.
 * @throws UserError when it is no site's, or a newer one's
 */
export async function appliedMigrations(client: pg.Client): Promise<Migration[]> {
  const table = await client.query(
    "SELECT 1 FROM pg_class WHERE relname = '_prisma_migrations' AND relnamespace = current_schema()::regnamespace",
  )
  if (table.rowCount === 0) throw new UserError('There is no site in this database yet: nothing to back up.')
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return knownMigrations(rows, 'This database')
}

/** @throws UserError when one is not known here, or is another one here */
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
 * Makes a schema of its own inside the running transaction, with the tables of the given migrations, and leads every
 * name to it. It is gone when the transaction is rolled back, also by being killed.
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
  // The home stays behind it: the types of extensions live there.
  await client.query(`SET LOCAL search_path = ${quoted(schema)}, ${path}`)
  await migrate(client, migrations)
  return {
    schema,
    home: home as string,
    /** Leads every name back to where it led before. */
    restoreSearchPath: () => client.query(`SET LOCAL search_path = ${path}`),
  }
}

export async function migrate(client: pg.Client, migrations: Migration[]) {
  for (const { sql } of migrations) await client.query(sql)
}

/** The tables of a schema that hold the site, each after those it refers to. */
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
      ({ name, needs }) =>
        !orderedNames.has(name) && needs.every((other) => orderedNames.has(other) || !names.has(other)),
    )
    if (!next) throw new Error('The tables refer to each other in a circle.')
    ordered.push(next)
  }
  return ordered
}

/** The rows of a table as text, sorted by their key in every database alike. */
export function copyOut(client: pg.Client, { name, columns, key }: { name: string; columns: string[]; key: string[] }) {
  const order = key.map((column) => `${quoted(column)}::text COLLATE "C"`).join(', ')
  return client.query(
    copyStreams.to(`COPY (SELECT ${list(columns)} FROM ${quoted(name)} ORDER BY ${order}) TO STDOUT`, {
      highWaterMark: 256 * 1024,
    }),
  )
}

/** Fills the empty tables at hand from a backup's file that was checked. */
export async function copyIn(client: pg.Client, file: string, header: ArchiveHeader) {
  const parts = readArchive(file)
  // The head.
  await parts.next()
  let part = await parts.next()
  for (const { name, columns } of header.tables) {
    // Nobody is to be told of rows on trial.
    await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
    const rows = async function* () {
      while (!part.done && part.value.name.startsWith(`database/${name}/`)) {
        yield await unpack(part.value.bytes, { maxOutputLength: UNPACKED_MAX_BYTES })
        part = await parts.next()
      }
    }
    await pipeline(rows, client.query(copyStreams.from(`COPY ${quoted(name)} (${list(columns)}) FROM STDIN`)))
  }
  await parts.return(undefined)
}

/** Counts and hashes the rows of the tables at hand. */
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
  /** keys of the pictures kept in the folder of uploads, smaller copies among them */
  onDisk: string[]
  /** those of them that belong to projects in the trash */
  trashed: string[]
  /** how many another service keeps */
  elsewhere: number
}

export async function listPictures(client: pg.Client): Promise<Pictures> {
  // As JSON: a backup may be of a version that had no smaller copies yet.
  const { rows } = await client.query(
    `SELECT m."store", to_jsonb(p)->>'deletedAt' IS NOT NULL AS trashed, m."key" || ARRAY(
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

/** Puts the rows of one schema's tables in the place of another's. */
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
    for (const column of columns) await advanceSequence(client, qualified(to, name), column)
  }
}

/** A column whose numbers are drawn goes on after the highest that came. */
async function advanceSequence(client: pg.Client, table: string, column: string) {
  const { rows } = await client.query('SELECT pg_get_serial_sequence($1, $2) AS sequence', [table, column])
  const { sequence } = rows[0]
  if (!sequence) return
  await client.query(`SELECT setval($1, (SELECT coalesce(max(${quoted(column)}), 0) + 1 FROM ${table}), false)`, [
    sequence,
  ])
}
