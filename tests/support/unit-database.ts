import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { currentDatabase, type Database, openDatabase } from '@/lib/platform/server/db'
import { copyDatabase } from '@/tests/runner/test-server'

type Location = { url: string; dataDir: string }

/** A row for each statement that waits for a lock. */
export const WAITING = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`

/** An empty, migrated database of this run. */
export const newDatabase = () => copyDatabase(inject('databaseServer'))

/**
 * Gives a test file its own empty, migrated database, which `db()` returns, and an empty data folder; removed after the
 * file.
 * @returns its location, from the first `beforeAll` after this call on
 */
export function throwAwayDatabase(): {
  database: () => Database
  location: () => Location
  /** Makes `db()` return another database until the test ends. */
  replaceBy: (other: Database) => void
} {
  let location: Location
  let remove: () => Promise<void>
  let database: Database
  beforeAll(async () => {
    const copy = await newDatabase()
    remove = copy.remove
    location = { url: copy.url, dataDir: mkdtempSync(join(tmpdir(), 'colophon-data-')) }
    database = openDatabase(location.url)
    currentDatabase.value = database
  })
  afterAll(async () => {
    currentDatabase.value = undefined
    await database.$disconnect()
    await remove()
    rmSync(location.dataDir, { recursive: true, force: true })
  })
  beforeEach(() => {
    currentDatabase.value = database
  })
  return {
    database: () => database,
    location: () => location,
    replaceBy: (other) => {
      currentDatabase.value = other
    },
  }
}
