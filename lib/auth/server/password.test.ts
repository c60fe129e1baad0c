import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { DUMMY_HASH, hashPassword, verifyDummyHash, verifyPassword } from '@/lib/auth/server/password'
import { hold } from '@/tests/support/hold'

const work = vi.hoisted(() => ({ running: 0, most: 0, mayGoOn: Promise.resolve() }))

// The real functions, counted while they run.
vi.mock('@node-rs/argon2', async (importActual) => {
  const real = await importActual<typeof import('@node-rs/argon2')>()
  const counted = <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) => {
    return async (...args: Args) => {
      work.running += 1
      work.most = Math.max(work.most, work.running)
      try {
        await work.mayGoOn
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
  expect(await verifyPassword(one, 'a password')).toBe('right')
})

test('a hash of other parameters is to be made anew', async () => {
  const old = await argonHash('a password', { memoryCost: 8_192, timeCost: 2, parallelism: 1 })
  expect(await verifyPassword(old, 'a password')).toBe('outdated')
  expect(await verifyPassword(old, 'b password')).toBe('wrong')
})

const COMPOSED = 'pa\u00DFw\u00F6rt \uD55C\uAE00'
const DECOMPOSED = COMPOSED.normalize('NFD')

test('the same letters are the same password, in whatever form they were typed', async () => {
  expect(DECOMPOSED).not.toBe(COMPOSED)
  for (const password of [COMPOSED, DECOMPOSED]) {
    const hash = await hashPassword(password)
    expect(await verifyPassword(hash, COMPOSED)).toBe('right')
    expect(await verifyPassword(hash, DECOMPOSED)).toBe('right')
    expect(await verifyPassword(hash, `${DECOMPOSED}x`)).toBe('wrong')
  }
})

test('a hash of a password that was not composed fits it, and is to be made anew', async () => {
  const old = await argonHash(DECOMPOSED, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(await verifyPassword(old, DECOMPOSED)).toBe('outdated')
  expect(await verifyPassword(await hashPassword(DECOMPOSED), DECOMPOSED)).toBe('right')
})

test('nothing of a password is cut off, and a zero byte ends nothing', async () => {
  const long = 'x'.repeat(1_000)
  const hash = await hashPassword(`${long}\u0000y`)
  expect(await verifyPassword(hash, `${long}\u0000y`)).toBe('right')
  expect(await verifyPassword(hash, `${long}\u0000z`)).toBe('wrong')
  expect(await verifyPassword(hash, long)).toBe('wrong')
})

test('a damaged hash fits nothing', async () => {
  for (const hash of ['', 'x', '$argon2id$v=19$m=19456,t=2,p=1$', '$argon2id$v=19$m=99999999,t=9,p=1$YQ$YQ']) {
    expect(await verifyPassword(hash, '')).toBe('wrong')
  }
})

test('the hash for accounts that do not exist is a whole one of today, and fits nothing', async () => {
  // A damaged one would be refused by throwing, at once.
  await expect(argonVerify(DUMMY_HASH, 'a password')).resolves.toBe(false)
  expect(DUMMY_HASH.slice(0, 31)).toBe((await hashPassword('a password')).slice(0, 31))
})

test('two at most are worked on at once, and all get their turn', async () => {
  const hash = await hashPassword('a password')
  const { held, release } = hold()
  Object.assign(work, { most: 0, mayGoOn: held })
  const all = Promise.all([
    ...Array.from({ length: 6 }, () => verifyPassword(hash, 'a password')),
    ...Array.from({ length: 3 }, () => verifyDummyHash('a password')),
  ])
  // On a busy machine one has ended before the next begins.
  await expect.poll(() => work.running).toBe(2)
  release()
  expect(await all).toEqual([...Array(6).fill('right'), ...Array(3).fill('wrong')])
  expect(work.most).toBe(2)
})
