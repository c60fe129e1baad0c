import pLimit from 'p-limit'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. argon2id is the library's default algorithm.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

/** A hash no password matches: salt and digest are zeros. Verifying it takes as long as verifying any other. */
export const DUMMY_HASH = `${CURRENT}${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * At most two hashes at once (19 MiB and a core each); the rest are queued. lib/server/admission-queue.ts lets no more than two in
 * at a time, in turns, so nobody waits for a flood.
 */
const withSlot = pLimit(2)

// Loaded on first use: modules that write accounts are also loaded by requests without a password.
const argon2 = () => import('@node-rs/argon2')

/**
 * Hashes a password to a PHC string. Nothing is truncated. It is composed (NFC) first, because keyboards and browsers
 * send the same letters in different forms (NIST SP 800-63B, 3.1.1.2).
 */
export function hashPassword(password: string): Promise<string> {
  return withSlot(async () => (await argon2()).hash(password.normalize(), PARAMETERS))
}

/**
 * Whether a password matches a stored hash: composed, else as it was typed, which older hashes were made from. A damaged
 * hash matches nothing. "outdated": it matches, but is to be hashed anew.
 */
export function verifyPassword(hash: string, password: string): Promise<'right' | 'outdated' | 'wrong'> {
  return withSlot(async () => {
    const { verify } = await argon2()
    const composed = password.normalize()
    if (await verify(hash, composed).catch(() => false)) return hash.startsWith(CURRENT) ? 'right' : 'outdated'
    const isRight = composed !== password && (await verify(hash, password).catch(() => false))
    return isRight ? 'outdated' : 'wrong'
  })
}

/** Takes as long as verifying a real password, for an account that does not exist. */
export function verifyDummyHash(password: string): ReturnType<typeof verifyPassword> {
  return verifyPassword(DUMMY_HASH, password)
}
