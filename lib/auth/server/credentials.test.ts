import { expect, test, vi } from 'vitest'
import { signIn } from '@/lib/auth/server/credentials'
import { hashPassword } from '@/lib/auth/server/password'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const verified = vi.hoisted((): string[] => [])

// The real one, and which hashes it was given.
vi.mock('@node-rs/argon2', async (importActual) => {
  const real = await importActual<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (hash, ...rest) => {
    verified.push(String(hash))
    return real.verify(hash, ...rest)
  }
  return { ...real, verify }
})
// A request has cookies, and a unit test none.
vi.mock('@/lib/auth/server/device-cookie', () => ({ knownDevices: async () => new Map() }))

const { database } = throwAwayDatabase()

test('an unknown email takes as long as a wrong password: a hash of the same cost is verified for it', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret only for tests, long enough for it')
  const [known, unknown] = ['ada@example.org', 'nobody@example.org']
  const passwordHash = await hashPassword('a password')
  const rest = { about: '', aboutRendered: '', aboutStamp: '' }
  await database().user.create({ data: { name: 'Ada', username: 'ada', email: known, passwordHash, ...rest } })
  for (const email of [known, unknown]) {
    const refused = signIn({ email, password: 'another password' }, { address: '192.0.2.1', userAgent: '' })
    await expect(refused).rejects.toMatchObject({ kind: 'unauthenticated', message: 'Wrong email or password.' })
  }
  const cost = (hash = '') => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(hash)?.[0]
  expect(verified).toHaveLength(2)
  expect(cost(verified[1])).toBe(cost(passwordHash))
})
