import pg from 'pg'
import { connectionAdvice, readDatabaseAddress } from '@/lib/platform/server/database-address'
import { UserError } from '@/scripts/bootstrap/user-error.mjs'

const CONNECT_TIMEOUT_MS = 10_000

/**
 * A connection for a command's work; the caller ends it.
 * @throws UserError with one piece of advice when the database lets nobody in
 */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const address = readDatabaseAddress(databaseUrl)
  const { timeoutMs = CONNECT_TIMEOUT_MS, ...connection } = address
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: timeoutMs })
  // Without a listener, a connection lost between two queries would crash the process.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new UserError(
      `The database cannot be reached: ${connectionAdvice(error, address)}\nIt is the one of DATABASE_URL, or of DIRECT_DATABASE_URL, if that is set.`,
      { cause: error },
    )
  })
  return client
}
