import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ROOT } from '@/scripts/bootstrap/root.mjs'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'
import { connect } from './connect'

export type Migration = { name: string; sql: string; checksum: string }
type AppliedMigration = { name: string; checksum: string; finished: boolean; worksFrom: string | null }

export const MIGRATIONS_FOLDER = join(ROOT, 'prisma', 'migrations')

/**
 * The last migration of the release before: code that has it continues with the tables of today, as migrations.test.ts
 * proves. Each row of the history has its promise, for code that does not know the migration. The recipe for a release
 * renews it (CONTRIBUTING.md).
 */
export const LAST_OF_RELEASE_BEFORE = '20261120230141_second_factor'

/** The advisory lock of `prisma migrate`, so that both wait for each other. */
const MIGRATION_LOCK = 72_707_369

/** How long to wait for another migration run. */
const LOCK_WAIT_SECONDS = 60

/** The table as Prisma creates it, so that `prisma migrate deploy` works with the same history. */
const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Applies the missing migrations of `folder` and returns their names. Each is one transaction together with its history
 * row: killed at any time, nothing is half done, and the next run continues. Concurrent runs are serialised.
 * @throws UserError when the database cannot be reached, is not this site's, has other migrations than these, or when a
 *   migration fails (which then changed nothing)
 */
export async function applyMigrations(databaseUrl: string, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = await connect(databaseUrl)
  try {
    const before = await readHistory(client)
    if (before && pending(migrations, before).length === 0) return []

    const applied: string[] = []
    for (;;) {
      const name = await applyNext(client, migrations)
      if (!name) return applied
      applied.push(name)
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * What a database lacks of `folder`, and what it has beyond it from a newer version that works with this one. It is new
 * until it has an account, also while another start makes its tables.
 * @throws UserError as `applyMigrations`
 */
export async function compareMigrations(
  databaseUrl: string,
  folder: string,
): Promise<{ isNew: boolean; missing: string[]; newer: string[] }> {
  const migrations = readMigrations(folder)
  const client = await connect(databaseUrl)
  try {
    const history = (await readHistory(client)) ?? []
    const missing = pending(migrations, history).map(({ name }) => name)
    const newer = history.map(({ name }) => name).filter((name) => !migrations.some((known) => known.name === name))
    const isNew = history.length === 0 || (await client.query('SELECT FROM "User" LIMIT 1')).rowCount === 0
    return { isNew, missing, newer }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Applies the next missing migration and returns its name, or null. Reads the history again under the lock, because
 * another run may have finished meanwhile.
 */
async function applyNext(client: pg.Client, migrations: Migration[]) {
  await client.query('BEGIN')
  try {
    // For this transaction only: a pooler may give the connection to another client next.
    await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT_SECONDS}s'`)
    await lock(client)
    const history = await readHistory(client)
    if (!history) {
      await assertNoForeignTables(client)
      await client.query(HISTORY_TABLE)
    }
    const next = pending(migrations, history ?? [])[0]
    if (next) {
      const started = new Date()
      await runScript(client, next)
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count, logs)
         VALUES ($1, $2, $3, $4, clock_timestamp(), 1, $5)`,
        [randomUUID(), next.checksum, next.name, started, LAST_OF_RELEASE_BEFORE],
      )
    }
    await client.query('COMMIT')
    return next?.name ?? null
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function lock(client: pg.Client) {
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  } catch (error) {
    if (sqlState(error) !== '55P03') throw error
    throw new UserError(
      `Another start has been changing this database for more than ${LOCK_WAIT_SECONDS} seconds.\nWait for it to end, then try again.`,
      { cause: error },
    )
  }
}

async function runScript(client: pg.Client, migration: Migration) {
  try {
    await client.query(migration.sql)
  } catch (error) {
    throw new UserError(
      `The migration ${migration.name} failed and changed nothing: ${reason(error)}\n` +
        'The tables are not as the migrations left them, or the data does not fit the change.',
      { cause: error },
    )
  }
}

/** All rows of the history, or null when the table does not exist. */
async function readHistory(client: pg.Client): Promise<AppliedMigration[] | null> {
  // Not to_regclass, whose cache may be stale after waiting for the process that created the table.
  const table = await client.query(
    "SELECT 1 FROM pg_class WHERE relname = '_prisma_migrations' AND relnamespace = current_schema()::regnamespace",
  )
  if (table.rowCount === 0) return null
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs AS "worksFrom"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return rows
}

/**
 * The migrations still to be applied.
 * @throws UserError when history and folder contradict each other
 */
function pending(migrations: Migration[], history: AppliedMigration[]) {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum, finished, worksFrom } of history) {
    const migration = known.get(name)
    if (!migration && migrations.some((later) => later.name > name)) {
      throw new UserError(
        `This database has the migration ${name} of a version between two releases.\n` +
          'No release continues with it: export the site with that version (npm run export), and import it into a new one.',
      )
    }
    if (!migration && known.has(worksFrom ?? '')) continue
    if (!migration) {
      throw new UserError(
        `This database already has the migration ${name}, which this copy of the site does not know.\n` +
          'It was used by a newer version: update this copy, or restore the backup from before into an empty database.',
      )
    }
    if (!finished) {
      throw new UserError(
        `The migration ${name} was begun by another tool and never finished.\n` +
          `Look at the tables, then mark it with: DATABASE_URL=… npx prisma@7.10.0 migrate resolve --rolled-back ${name}`,
      )
    }
    if (checksum !== migration.checksum) {
      throw new UserError(
        `The migration ${name} was changed after it had been applied to this database.\n` +
          'Restore the file as it was (git checkout prisma/migrations) and put the change into a new migration.',
      )
    }
  }
  const done = new Set(history.map((row) => row.name))
  return migrations.filter((migration) => !done.has(migration.name))
}

async function assertNoForeignTables(client: pg.Client) {
  const { rows } = await client.query(
    `SELECT relname FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY relname LIMIT 1`,
  )
  if (rows.length === 0) return
  throw new UserError(
    `The database is not empty: it has a table "${rows[0].relname}" that is not this site's.\n` +
      'Name an empty database in DATABASE_URL.',
  )
}

function sqlState(error: unknown) {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

function reason(error: unknown) {
  // Node throws an AggregateError with an empty message when every address of a host refuses.
  if (error instanceof AggregateError) return reason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
