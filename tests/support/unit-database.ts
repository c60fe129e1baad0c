import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Database, openDatabase } from '@/lib/platform/server/db'
import { applyMigrations } from '@/scripts/database/migrations'
import { startTemporaryDatabase } from '@/scripts/database/temporary-database'

const START_TIMEOUT_MS = 60_000

/** Where `db()` looks first. */
const holder = globalThis as typeof globalThis & { colophonDatabase?: Database }

type Location = { url: string; dataDir: string }

/**
 * Gives a test file a PostgreSQL of its own, up to date and empty, which `db()` answers; it is gone with the file.
 * @returns where it is, from the first `beforeAll` after this call on
 */
export function throwAwayDatabase(): {
  database: () => Database
  location: () => Location
  /** Has `db()` answer another until the test ends. */
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
