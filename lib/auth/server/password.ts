// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. argon2id is the library's default algorithm.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

/** The hash of a password nobody knows: salt and digest are zeros. Verifying it takes as long as verifying any other. */
export const DUMMY_HASH = `${CURRENT}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** At most two hashes at once (19 MiB and a core each); the rest wait their turn. */
const MAX_AT_ONCE = 2
let running = 0
const waiting: Array<() => void> = []

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

// Loaded with the first password: what writes accounts is also on the way of requests that bring none.
const argon2 = () => import('@node-rs/argon2')

/** The PHC string of a password, to be stored. Nothing is cut off. */
export function hashPassword(password: string): Promise<string> {
  return withSlot(async () => (await argon2()).hash(password, PARAMETERS))
}

/** Whether a password fits a stored hash. A damaged hash fits nothing. */
export function verifyPassword(hash: string, password: string): Promise<boolean> {
  return withSlot(async () => {
    const { verify } = await argon2()
    return verify(hash, password).catch(() => false)
  })
}

/** Whether a hash was made with other parameters than today's. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(CURRENT)
}

/** Takes as long as verifying a real password, for an account that does not exist. */
export async function verifyDummyHash(password: string): Promise<false> {
  await verifyPassword(DUMMY_HASH, password)
  return false
}
