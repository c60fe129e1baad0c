import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { readDatabaseAddress } from '@/lib/platform/server/database-address'
import { env } from '@/lib/platform/server/env'
import { stayAwake } from '@/lib/platform/server/next-internals'
import { processSingleton } from '@/lib/platform/server/process-singleton'
import { PrismaClient } from '@/prisma/generated/client'

export { Prisma } from '@/prisma/generated/client'
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** One process serves all requests; of many serverless ones each gets a small share of the database's connections. */
const POOL = { max: 10, idleTimeoutMillis: 30_000 }
const SERVERLESS_POOL = { max: 2, idleTimeoutMillis: 2_000 }

const CONNECT_TIMEOUT_MS = 5_000

/** No query of ours takes nearly as long: a database silent for this long is unavailable. */
const QUERY_TIMEOUT_MS = 10_000

type DatabaseOptions = { poolSize?: number; serverless?: boolean }

/**
 * Opens a client on a database address; the caller disconnects it. A serverless function is kept awake until its idle
 * connections are closed: suspended, it could not close them, and the database would keep them open.
 */
export function openDatabase(address: string, { poolSize, serverless = false }: DatabaseOptions = {}): PrismaClient {
  const { max, idleTimeoutMillis } = serverless ? SERVERLESS_POOL : POOL
  const { poolSize: connectionLimit, timeoutMs = CONNECT_TIMEOUT_MS, ...connection } = readDatabaseAddress(address)
  const pool = new pg.Pool({
    ...connection,
    max: poolSize ?? connectionLimit ?? max,
    idleTimeoutMillis,
    connectionTimeoutMillis: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
    query_timeout: QUERY_TIMEOUT_MS,
  })
  if (serverless) pool.on('release', () => stayAwake(idleTimeoutMillis + 100))
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  // Password hashes are omitted unless selected by name, so that a forgotten `omit` leaks nothing.
  return new PrismaClient({
    adapter,
    omit: { user: { passwordHash: true } },
    // The same wait for a connection as a single statement has.
    transactionOptions: { maxWait: 5_000 },
  }) as unknown as PrismaClient
}

/** Where `db()` has its client. */
export const currentDatabase = processSingleton<PrismaClient>('database')

/** The client of this process, opened at first use. */
export function db(): PrismaClient {
  if (!currentDatabase.value) {
    const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize, VERCEL: serverless } = env()
    if (!url) throw new Error('DATABASE_URL is not set: start the site with npm start, or set it.')
    currentDatabase.value = openDatabase(url, { poolSize, serverless })
  }
  return currentDatabase.value
}
