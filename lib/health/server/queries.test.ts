import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { requireReady } from '@/lib/health/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { location } = throwAwayDatabase()

test('a database that keeps everybody waiting is not ready, which is not waited for, and ready again after', async () => {
  await requireReady()
  const client = new pg.Client(location().url)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE "_prisma_migrations" IN ACCESS EXCLUSIVE MODE')
  vi.stubEnv('DEADLINE_FACTOR', '0.1')
  await expect(requireReady()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 })
  vi.unstubAllEnvs()
  await client.query('ROLLBACK')
  await client.end()
  await requireReady()
})
