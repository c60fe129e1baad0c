import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Database, openDatabase } from '@/lib/platform/server/db'
import { applyMigrations } from '@/scripts/database/migrations'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'

const START_TIMEOUT_MS = 60_000

/** Where `db()` looks first for its database. */
const holder = globalThis as typeof globalThis & { colophonDatabase?: Database }

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
  let server: Awaited<ReturnType<typeof startTemporaryDatabase>>
  let database: Database
  beforeAll(async () => {
    server = await startTemporaryDatabase()
    await applyMigrations(server.url)
    database = openDatabase(server.url)
    holder.colophonDatabase = database
  }, START_TIMEOUT_MS)
  afterAll(async () => {
    holder.colophonDatabase = undefined
    await database.$disconnect()
    await server.remove()
  }, START_TIMEOUT_MS)
  beforeEach(() => {
    holder.colophonDatabase = database
  })
  return {
    database: () => database,
    location: () => server,
    replaceBy: (other) => {
      holder.colophonDatabase = other
    },
  }
}
