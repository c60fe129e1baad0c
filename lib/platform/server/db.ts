import { setTimeout as delay } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { env } from '@/lib/platform/server/env'
import { PrismaClient } from '@/prisma/generated/client'

export { Prisma } from '@/prisma/generated/client'
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** One process serves everybody, or many small ones share what the database can take. */
const POOL = { max: 10, idleTimeoutMillis: 30_000 }
const SERVERLESS_POOL = { max: 2, idleTimeoutMillis: 2_000 }

/** No query of ours takes nearly as long: a database that is silent for so long is away. */
const QUERY_TIMEOUT_MS = 10_000

type DatabaseOptions = { poolSize?: number; serverless?: boolean }

/**
 * Opens a client on `connectionString`; the caller disconnects it. On a serverless host a function is not put to sleep
 * before its idle connections are closed: asleep, it could not close them, and the database would keep them for it.
 */
export function openDatabase(
  connectionString: string,
  { poolSize, serverless = false }: DatabaseOptions = {},
): PrismaClient {
  const { max, idleTimeoutMillis } = serverless ? SERVERLESS_POOL : POOL
  const pool = new pg.Pool({
    connectionString,
    max: poolSize ?? max,
    idleTimeoutMillis,
    connectionTimeoutMillis: 5_000,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  if (serverless) pool.on('release', () => stayAwake(idleTimeoutMillis + 100))
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  // A password hash must be asked for by name: forgetting to leave it out is then no leak.
  return new PrismaClient({
    adapter,
    omit: { user: { passwordHash: true } },
    // As long as a single statement waits for a connection.
    transactionOptions: { maxWait: 5_000 },
  }) as unknown as PrismaClient
}

/** Where a host that runs Next in functions says how to keep one awake beyond its answer; `after` asks there too. */
const REQUEST_CONTEXT = Symbol.for('@next/request-context')
type RequestContext = { get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined }

function stayAwake(milliseconds: number): void {
  const context = (globalThis as { [REQUEST_CONTEXT]?: RequestContext })[REQUEST_CONTEXT]
  context?.get()?.waitUntil?.(delay(milliseconds))
}

const holder = globalThis as typeof globalThis & { colophonDatabase?: PrismaClient }

/** The client of this process, opened at first use. One survives reloads while developing. */
export function db(): PrismaClient {
  if (!holder.colophonDatabase) {
    const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize, VERCEL: serverless } = env()
    if (!url) throw new Error('DATABASE_URL is not set: start the site with npm start, or set it.')
    holder.colophonDatabase = openDatabase(url, { poolSize, serverless })
  }
  return holder.colophonDatabase
}
