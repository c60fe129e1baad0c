import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@/lib/http/errors'
import { db } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'

/**
 * Resolves when the database responds and has every migration of this build.
 * @throws AppError "unavailable" within two seconds otherwise
 */
export async function requireReady(): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notReady('The database does not answer.')), deadline('readiness'))
  })
  try {
    await Promise.race([requireMigrations(), late])
  } catch (error) {
    throw error instanceof AppError ? error : notReady('The database cannot be reached.', error)
  } finally {
    clearTimeout(timer)
  }
}

async function requireMigrations(): Promise<void> {
  const shipped = await shippedMigrations()
  const rows = await db().$queryRaw<Array<{ migration_name: string }>>`
    SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`
  const applied = new Set(rows.map((row) => row.migration_name))
  if (shipped.some((name) => !applied.has(name))) throw notReady('The database is being prepared.')
}

async function shippedMigrations(): Promise<string[]> {
  const entries = await readdir(join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function notReady(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds: 5, cause })
}
