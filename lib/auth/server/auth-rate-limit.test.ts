import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countCode, countSignInAttempt } from '@/lib/auth/server/auth-rate-limit'
import { throwAwayDatabase, WAITING } from '@/tests/support/unit-database'

const OWNER = 'owner@example.org'
const OWNER_ID = 'the id of the owner'

const { database, location } = throwAwayDatabase()

beforeEach(async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of at least thirty-two characters')
  await database().rateLimit.deleteMany()
})

/** Counts a try at the owner's account, from a browser that has signed in to it before or from another. */
const tryOwner = (address: string, deviceId?: string) =>
  countSignInAttempt(OWNER, { address, userId: OWNER_ID, deviceId })

const tryNobody = (address: string, email = `${crypto.randomUUID()}@example.org`) =>
  countSignInAttempt(email, { address, userId: undefined, deviceId: undefined })

/** How long a refused try is told to wait; 0 when it got through. */
const waitOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: { kind?: string; retryAfterSeconds?: number }) => {
      if (error.kind !== 'too-many') throw error
      return error.retryAfterSeconds ?? 0
    },
  )

async function failTimes(count: number, attempt: (n: number) => Promise<unknown>) {
  for (let n = 0; n < count; n += 1) await waitOf(attempt(n))
}

/** So many strangers, each from an address of their own. */
const strangersFail = (count: number) => failTimes(count, (n) => tryOwner(`10.0.${Math.floor(n / 250)}.${n % 250}`))

/** Moves what is counted into the past, or with fewer than none to come: a busy machine outlasts short waits. */
async function letPass(seconds: number) {
  await database().$executeRaw`
    UPDATE "RateLimit" SET "blockedUntil" = "blockedUntil" - make_interval(secs => ${seconds}),
      "expiresAt" = "expiresAt" - make_interval(secs => ${seconds})`
}

describe('strangers who fail from many addresses', () => {
  test('do not lock the owner out from where they sign in', async () => {
    await (await tryOwner('192.0.2.1')).succeeded()
    await strangersFail(130)
    expect(await waitOf(tryOwner('192.0.2.1'))).toBe(0)
  })

  test('let the owner wait for a minute at most from a new address', async () => {
    await strangersFail(100)
    // Until each wait is as long as the longest.
    for (let n = 0; n < 7; n += 1) {
      await letPass(60)
      expect(await waitOf(tryOwner(`10.1.0.${n}`))).toBe(0)
    }
    const seconds = await waitOf(tryOwner('198.51.100.7'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    await letPass(60)
    expect(await waitOf(tryOwner('198.51.100.7'))).toBe(0)
  })

  test('have one guess a minute in all, however many poll', async () => {
    const steps = 18
    const begun = performance.now()
    let guesses = 0
    for (let step = 0; step < steps; step += 1) {
      const waits = await Promise.all(Array.from({ length: 100 }, (_, n) => waitOf(tryOwner(`10.${n}.0.1`))))
      guesses += waits.filter((seconds) => seconds === 0).length
      await letPass(20)
    }
    const minutes = Math.ceil(steps / 3 + (performance.now() - begun) / 60_000)
    // 100 are free, the delays that grow to a minute let 7 more through, then it is one a minute.
    expect(guesses).toBeGreaterThan(100)
    expect(guesses).toBeLessThanOrEqual(100 + 7 + minutes)
  })
})

/** How many failures stand under the one key of this kind; 0 without one. */
async function countOf(kind: string): Promise<number> {
  return (await database().rateLimit.findFirst({ where: { key: { startsWith: `${kind}:` } } }))?.count ?? 0
}

describe('an account that is tried from one address', () => {
  test('waits longer after each failure, up to 15 minutes', async () => {
    /** A count is kept for a day. */
    const delay = async () => {
      const row = await database().rateLimit.findFirstOrThrow({ where: { key: { startsWith: 'pair:' } } })
      return 24 * 60 * 60 - (row.expiresAt.getTime() - row.blockedUntil.getTime()) / 1_000
    }
    const delays: number[] = []
    await failTimes(11, () => tryOwner('192.0.2.1'))
    for (let round = 0; round < 12; round += 1) {
      delays.push(await delay())
      await letPass(delays.at(-1) ?? 0)
      expect(await waitOf(tryOwner('192.0.2.1'))).toBe(0)
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('waits no longer for attempts that are refused', async () => {
    const counts = () => database().rateLimit.findMany({ orderBy: { key: 'asc' } })
    await failTimes(11, () => tryOwner('192.0.2.1'))
    await letPass(-60)
    const before = await counts()
    for (let n = 0; n < 3; n += 1) expect(await waitOf(tryOwner('192.0.2.1'))).toBeGreaterThan(0)
    expect(await counts()).toEqual(before)
  })

  test('has ten failures free, with each success anew, and delays no other', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) expect(await waitOf(tryOwner('192.0.2.1'))).toBe(0)
      await (await tryOwner('192.0.2.1')).succeeded()
    }
    await failTimes(11, () => tryOwner('192.0.2.1'))
    await letPass(-60)
    expect(await waitOf(tryOwner('192.0.2.1'))).toBeGreaterThan(0)
    expect(await waitOf(tryNobody('192.0.2.1'))).toBe(0)
  })
})

test('one address has 100 failures at made-up accounts free, also at once, and goes on after the wait', async () => {
  const waits = await Promise.all(Array.from({ length: 100 }, () => waitOf(tryNobody('192.0.2.1'))))
  expect(waits.filter((seconds) => seconds > 0)).toEqual([])
  await failTimes(1, () => tryNobody('192.0.2.1'))
  await letPass(-60)
  const seconds = await waitOf(tryNobody('192.0.2.1'))
  expect(seconds).toBeGreaterThan(0)
  await letPass(seconds)
  expect(await waitOf(tryNobody('192.0.2.1'))).toBe(0)
})

test('failures at made-up accounts from the same address leave an account alone that was signed in to from there', async () => {
  await (await tryOwner('192.0.2.1')).succeeded()
  await failTimes(130, () => tryNobody('192.0.2.1'))
  await letPass(-60)
  expect(await waitOf(tryNobody('192.0.2.1'))).toBeGreaterThan(0)
  expect(await waitOf(tryOwner('192.0.2.1'))).toBe(0)
})

describe('a browser that has signed in before', () => {
  test('is let in while others fail at its account from its own address', async () => {
    await failTimes(30, () => tryOwner('192.0.2.1'))
    await letPass(-60)
    expect(await waitOf(tryOwner('192.0.2.1'))).toBeGreaterThan(0)
    expect(await waitOf(tryOwner('192.0.2.1', 'own browser'))).toBe(0)
  })

  test('is let in from anywhere while strangers fail from many addresses', async () => {
    await strangersFail(130)
    expect(await waitOf(tryOwner('198.51.100.7', 'own browser'))).toBe(0)
  })

  test('costs strangers nothing, and they it', async () => {
    await failTimes(10, () => tryOwner('192.0.2.1', 'own browser'))
    expect(await countOf('account')).toBe(0)
    expect(await countOf('address')).toBe(0)
    expect(await countOf('pair')).toBe(0)
  })

  test('that fails too often is counted with strangers for a day: a stolen cookie is good for ten guesses', async () => {
    // Ten by its cookie, then as a stranger: ten for nothing, one that begins the wait.
    for (let n = 0; n < 21; n += 1) expect(await waitOf(tryOwner('192.0.2.1', 'stolen'))).toBe(0)
    await letPass(-60)
    for (let n = 0; n < 4; n += 1) expect(await waitOf(tryOwner('192.0.2.1', 'stolen'))).toBeGreaterThan(0)
    await letPass(24 * 60 * 60)
    await tryOwner('203.0.113.5', 'stolen')
    expect(await countOf('device')).toBe(10)
    await letPass(60)
    await tryOwner('203.0.113.5', 'stolen')
    expect(await countOf('device')).toBe(1)
    expect(await waitOf(tryOwner('198.51.100.7', 'own browser'))).toBe(0)
  })

  test('of many wrong passwords at once has no more looked at than one after the other', async () => {
    const begun = performance.now()
    const waits = await Promise.all(Array.from({ length: 40 }, () => waitOf(tryOwner('192.0.2.1', 'own browser'))))
    // After one second one more, after three another, after seven the next.
    const waited = Math.floor(Math.log2(1 + (performance.now() - begun) / 1_000))
    expect(waits.filter((seconds) => seconds === 0).length).toBeLessThanOrEqual(21 + waited)
  })

  test('starts at nothing with each success, and with a password that only wants a code as well loses nothing', async () => {
    for (let round = 0; round < 3; round += 1) {
      await failTimes(9, () => tryOwner('192.0.2.1', 'own browser'))
      await (await tryOwner('192.0.2.1', 'own browser')).release()
      await (await tryOwner('192.0.2.1', 'own browser')).succeeded()
    }
    expect(await countOf('device')).toBe(0)
    expect(await countOf('pair')).toBe(0)
  })
})

describe('right sign-ins', () => {
  const signIn = async (address: string, part: { userId?: string; isAdmin?: boolean; deviceId?: string } = {}) => {
    const userId = part.userId ?? OWNER_ID
    const tried = await countSignInAttempt(`${userId}@example.org`, { address, deviceId: undefined, ...part, userId })
    await tried.succeeded()
  }

  test('of one account are a hundred at once, then one in six seconds, in a browser that is known too', async () => {
    await signIn('192.0.2.1', { isAdmin: true, deviceId: 'own browser' })
    // As 98 more do at once.
    await letPass(-98 * 6)
    expect(await waitOf(signIn('192.0.2.2', { isAdmin: true, deviceId: 'own browser' }))).toBe(0)
    const seconds = await waitOf(signIn('198.51.100.7', { isAdmin: true, deviceId: 'own browser' }))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(6)
    await letPass(6)
    expect(await waitOf(signIn('198.51.100.7', { isAdmin: true }))).toBe(0)
  })

  test('of one address are 600 at once for all members there, and delay no admin', async () => {
    await signIn('192.0.2.1', { userId: 'a member' })
    await letPass(-600 * 2 - 60)
    expect(await waitOf(signIn('198.51.100.7', { userId: 'a member' })), 'of its own account').toBeGreaterThan(0)
    expect(await waitOf(signIn('192.0.2.1', { userId: 'another member' }))).toBeGreaterThan(0)
    expect(await waitOf(signIn('192.0.2.1', { isAdmin: true }))).toBe(0)
    expect(await waitOf(signIn('198.51.100.7', { userId: 'another member' }))).toBe(0)
  })
})

describe('who has the password and tries codes', () => {
  const tryCode = (address: string, deviceId?: string) => countCode(OWNER_ID, { address, deviceId })

  test('makes neither a browser wait that has signed in before nor an address that was signed in from', async () => {
    await (await tryOwner('192.0.2.1')).succeeded()
    await failTimes(30, (n) => tryCode(`10.0.0.${n}`))
    await letPass(-60)
    expect(await waitOf(tryCode('10.0.0.99'))).toBeGreaterThan(0)
    expect(await waitOf(tryCode('198.51.100.7', 'own browser'))).toBe(0)
    expect(await waitOf(tryCode('192.0.2.1'))).toBe(0)
  })

  test('must wait after ten with such a browser or at such an address too', async () => {
    await (await tryOwner('192.0.2.1')).succeeded()
    for (const deviceId of ['own browser', undefined]) {
      await failTimes(11, () => tryCode('192.0.2.1', deviceId))
      await letPass(-60)
      expect(await waitOf(tryCode('192.0.2.1', deviceId))).toBeGreaterThan(0)
    }
  })
})

test('of an IPv6 address the /64 counts: its last half is free to choose', async () => {
  for (let n = 0; n < 11; n += 1) await tryNobody(`2001:db8:1:2::${n + 1}`, 'someone@example.org').catch(() => {})
  await letPass(-60)
  expect(await waitOf(tryNobody('2001:db8:1:2:ffff::1', 'someone@example.org'))).toBeGreaterThan(0)
  expect(await waitOf(tryNobody('2001:db8:1:3::1', 'someone@example.org'))).toBe(0)
})

test('neither emails nor addresses stand in the table', async () => {
  await tryOwner('192.0.2.1')
  const rows = JSON.stringify(await database().rateLimit.findMany())
  expect(rows).not.toMatch(/owner|example|192\.0\.2/)
})

test.each(['succeeded', 'release'] as const)(
  'a try that turns out to have %s and another that is being counted do not wait for each other in a circle',
  async (outcome) => {
    const tried = await tryOwner('192.0.2.1')
    const other = new pg.Client(location().url)
    await other.connect()
    try {
      await other.query('BEGIN')
      await other.query(`SELECT 1 FROM "RateLimit" WHERE "key" ~ '^(account|address):' FOR UPDATE`)
      const done = tried[outcome]()
      const waiting = async () => (await other.query(WAITING)).rowCount
      await expect.poll(waiting).toBe(1)
      await other.query(`SELECT 1 FROM "RateLimit" WHERE "key" ~ '^pair:' FOR UPDATE`)
      await other.query('COMMIT')
      await expect(done).resolves.toBeUndefined()
    } finally {
      await other.end()
    }
  },
)
