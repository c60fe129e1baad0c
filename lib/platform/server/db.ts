import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { readDatabaseAddress } from '@/lib/platform/server/database-address'
import { deadline } from '@/lib/platform/server/deadlines'
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
/** A page that fails is rendered once more, to say so: it does not wait for a silent database a second time. */
const SILENCE_MS = 1_000
const NO_ANSWER_IN_TIME = /trying to connect|connection timeout|query read timeout/i

type DatabaseOptions = { poolSize?: number; serverless?: boolean }

/**
 * Opens a client on a database address; the caller disconnects it. A serverless function is kept awake until its idle
 * connections are closed: suspended, it could not close them, and the database would keep them open.
 */
export function openDatabase(address: string, { poolSize, serverless = false }: DatabaseOptions = {}): PrismaClient {
  const limits = serverless ? SERVERLESS_POOL : POOL
  const connectMs = deadline(serverless ? 'functionConnect' : 'connect')
  const { poolSize: connectionLimit, timeoutMs = connectMs, ...connection } = readDatabaseAddress(address)
  const pool = new pg.Pool({
    ...connection,
    ...limits,
    max: poolSize ?? connectionLimit ?? limits.max,
    connectionTimeoutMillis: Math.min(timeoutMs, connectMs),
    query_timeout: deadline(serverless ? 'functionQuery' : 'query'),
  })
  if (serverless) {
    failFast(pool)
    pool.on('release', () => stayAwake(limits.idleTimeoutMillis + 100))
  }
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  // Password hashes are omitted unless selected by name, so that a forgotten `omit` leaks nothing.
  return new PrismaClient({
    adapter,
    omit: { user: { passwordHash: true } },
    // The same wait for a connection as a single statement has.
    transactionOptions: { maxWait: deadline('connect'), timeout: deadline('transaction') },
  }) as unknown as PrismaClient
}

/** Refuses for a moment what is asked after the database has not answered in time. */
function failFast(pool: pg.Pool): void {
  let silence = { until: 0, error: undefined as unknown }
  const guard = (ask: (...args: unknown[]) => Promise<unknown>) =>
    async function guarded(...args: unknown[]): Promise<unknown> {
      // The pool's own call.
      if (typeof args.at(-1) === 'function') return ask(...args)
      if (performance.now() < silence.until) throw silence.error
      return ask(...args).catch((error: Error) => {
        if (NO_ANSWER_IN_TIME.test(error.message)) silence = { until: performance.now() + SILENCE_MS, error }
        throw error
      })
    }
  Object.assign(pool, { query: guard(pool.query.bind(pool)), connect: guard(pool.connect.bind(pool)) })
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
