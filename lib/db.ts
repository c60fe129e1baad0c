import { PrismaPg } from '@prisma/adapter-pg'
import { env } from '@/lib/env'
import { PrismaClient } from '@/prisma/generated/client'

export { Prisma } from '@/prisma/generated/client'
export type Database = PrismaClient
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** Opens a client on `connectionString`; the caller disconnects it. */
export function openDatabase(connectionString: string): PrismaClient {
  const adapter = new PrismaPg({ connectionString, max: 10, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 })
  // A password hash must be asked for by name: forgetting to leave it out is then no leak.
  return new PrismaClient({ adapter, omit: { user: { passwordHash: true } } }) as unknown as PrismaClient
}

const holder = globalThis as typeof globalThis & { colophonDatabase?: PrismaClient }

/** The client of this process, opened at first use. One survives reloads while developing. */
export function db(): PrismaClient {
  if (!holder.colophonDatabase) {
    const url = env().DATABASE_URL
    if (!url) throw new Error('DATABASE_URL is not set: start the site with npm start, or set it.')
    holder.colophonDatabase = openDatabase(url)
  }
  return holder.colophonDatabase
}
