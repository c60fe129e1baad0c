import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { DUMMY_HASH, hashPassword, needsRehash, verifyDummyHash, verifyPassword } from '@/lib/auth/server/password'

const work = vi.hoisted(() => ({ running: 0, most: 0 }))

// The real functions, counted while they run.
vi.mock('@node-rs/argon2', async (importActual) => {
  const real = await importActual<typeof import('@node-rs/argon2')>()
  const counted = <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) => {
    return async (...args: Args) => {
      work.running += 1
      work.most = Math.max(work.most, work.running)
      try {
        return await run(...args)
      } finally {
        work.running -= 1
      }
    }
  }
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) }
})

test('a password is stored as argon2id with 19 MiB, two passes and one lane, each time with another salt', async () => {
  const [one, other] = await Promise.all([hashPassword('a password'), hashPassword('a password')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(needsRehash(one)).toBe(false)
})

test('a hash of other parameters is to be made anew', async () => {
  expect(needsRehash(await argonHash('a password', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true)
  expect(needsRehash('$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234')).toBe(true)
})

test('nothing of a password is cut off, and a zero byte ends nothing', async () => {
  const long = 'x'.repeat(1_000)
  const hash = await hashPassword(`${long}\u0000y`)
  expect(await verifyPassword(hash, `${long}\u0000y`)).toBe(true)
  expect(await verifyPassword(hash, `${long}\u0000z`)).toBe(false)
  expect(await verifyPassword(hash, long)).toBe(false)
})

test('a damaged hash fits nothing', async () => {
  for (const hash of ['', 'x', '$argon2id$v=19$m=19456,t=2,p=1$', '$argon2id$v=19$m=99999999,t=9,p=1$YQ$YQ']) {
    expect(await verifyPassword(hash, '')).toBe(false)
  }
})

test('the hash for accounts that do not exist is a whole one of today, and fits nothing', async () => {
  // A damaged one would be refused by throwing, at once.
  await expect(argonVerify(DUMMY_HASH, 'a password')).resolves.toBe(false)
  expect(needsRehash(DUMMY_HASH)).toBe(false)
})

test('two at most are worked on at once, and all get their turn', async () => {
  work.most = 0
  const hash = await hashPassword('a password')
  const all = await Promise.all([
    ...Array.from({ length: 6 }, () => verifyPassword(hash, 'a password')),
    ...Array.from({ length: 3 }, () => verifyDummyHash('a password')),
  ])
  expect(all.map(Boolean)).toEqual([...Array(6).fill(true), ...Array(3).fill(false)])
  expect(work.most).toBe(2)
})
