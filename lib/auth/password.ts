import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. argon2id is the library's default algorithm.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

/** At most two hashes at once (19 MiB and a core each); the rest wait their turn. */
const MAX_AT_ONCE = 2
let running = 0
const waiting: Array<() => void> = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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

/** The PHC string of a password, to be stored. Nothing is cut off. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argonHash(password, PARAMETERS))
}

/** Whether a password fits a stored hash. A damaged hash fits nothing. */
export function verifyPassword(hash: string, password: string): Promise<boolean> {
  return inTurn(() => argonVerify(hash, password).catch(() => false))
}

/** Whether a hash was made with other parameters than today's. */
export function needsRehash(hash: string): boolean {
  return !CURRENT.test(hash)
}

// Made when this module loads, so that the first unknown e-mail takes no longer than the next.
const decoy = hashPassword('nobody signs in with this')

/** Takes as long as verifying a real password, for an account that does not exist. */
export async function verifyAgainstNobody(password: string): Promise<false> {
  await verifyPassword(await decoy, password)
  return false
}
