import { afterAll, beforeAll, beforeEach } from 'vitest'
import { currentDatabase, type Database, openDatabase } from '@/lib/platform/server/db'
import type { TemporaryDatabase } from '@/scripts/database/temporary-database'
import { startMigratedDatabase } from './migrated-database'

const START_TIMEOUT_MS = 180_000

type Location = { url: string; dataDir: string }

/**
 * Gives a test file its own empty, migrated PostgreSQL, which `db()` returns; removed after the file.
 * @returns its location, from the first `beforeAll` after this call on
 */
export function throwAwayDatabase(): {
  database: () => Database
  location: () => Location
  /** Makes `db()` return another database until the test ends. */
  replaceBy: (other: Database) => void
} {
  let server: TemporaryDatabase
  let database: Database
  beforeAll(async () => {
    server = await startMigratedDatabase()
    database = openDatabase(server.url)
    currentDatabase.value = database
  }, START_TIMEOUT_MS)
  afterAll(async () => {
    currentDatabase.value = undefined
    await database.$disconnect()
    await server.remove()
  }, START_TIMEOUT_MS)
  beforeEach(() => {
    currentDatabase.value = database
  })
  return {
    database: () => database,
    location: () => server,
    replaceBy: (other) => {
      currentDatabase.value = other
    },
  }
}
