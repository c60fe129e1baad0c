import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { countTry } from '@/lib/auth/limits'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const OWNER = 'owner@example.org'

const { database, place } = throwAwayDatabase()

beforeEach(async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of at least thirty-two characters')
  await database().rateLimit.deleteMany()
})

/** So many strangers, each from an address of their own. */
async function strangersFail(count: number) {
  for (let n = 0; n < count; n += 1) {
    await countTry(OWNER, `10.0.${Math.floor(n / 250)}.${n % 250}`).catch(() => {})
  }
}

test('strangers who fail from many addresses do not lock the owner out from where they sign in', async () => {
  await (await countTry(OWNER, '192.0.2.1')).succeeded()
  await strangersFail(130)
  await expect(countTry(OWNER, '192.0.2.1')).resolves.toBeDefined()
})

test('from a new address the owner waits for a minute at most', async () => {
  await strangersFail(130)
  const refused = await countTry(OWNER, '198.51.100.7').catch((error: unknown) => error)
  expect(refused).toMatchObject({ kind: 'too-many', status: 429 })
  expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(60)
  await database().$executeRaw`UPDATE "RateLimit" SET "blockedUntil" = "blockedUntil" - interval '60 seconds'`
  await expect(countTry(OWNER, '198.51.100.7')).resolves.toBeDefined()
})

test('of an IPv6 address the /64 counts: its last half is free to choose', async () => {
  for (let n = 0; n < 11; n += 1) await countTry('someone@example.org', `2001:db8:1:2::${n + 1}`).catch(() => {})
  await expect(countTry('someone@example.org', '2001:db8:1:2:ffff::1')).rejects.toMatchObject({ kind: 'too-many' })
  await expect(countTry('someone@example.org', '2001:db8:1:3::1')).resolves.toBeDefined()
})

test('neither e-mails nor addresses stand in the table', async () => {
  await countTry(OWNER, '192.0.2.1')
  const rows = JSON.stringify(await database().rateLimit.findMany())
  expect(rows).not.toMatch(/owner|example|192\.0\.2/)
})

test.each(['succeeded', 'undecided'] as const)(
  'a try that turns out to have %s and another that is being counted do not wait for each other in a circle',
  async (outcome) => {
    const tried = await countTry(OWNER, '192.0.2.1')
    const other = new pg.Client(place().url)
    await other.connect()
    try {
      await other.query('BEGIN')
      await other.query(`SELECT 1 FROM "RateLimit" WHERE "key" ~ '^(account|address):' FOR UPDATE`)
      const done = tried[outcome]()
      const waiting = async () => (await other.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount
      await expect.poll(waiting).toBe(1)
      await other.query(`SELECT 1 FROM "RateLimit" WHERE "key" ~ '^pair:' FOR UPDATE`)
      await other.query('COMMIT')
      await expect(done).resolves.toBeUndefined()
    } finally {
      await other.end()
    }
  },
)
