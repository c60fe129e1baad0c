import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Member } from '@/lib/access/actor'
import { authSecret } from '@/lib/auth/server/auth-secret'
import { AppError } from '@/lib/http/errors'
import { addressBucket } from '@/lib/http/server/client-address'
import { db } from '@/lib/platform/server/db'

/**
 * The limit of failures under one key: `free` of them without delay, then a delay that doubles from 1 s up to
 * `maxDelaySeconds`.
 */
type FailureRule = { key: string; free: number; maxDelaySeconds: number }

const FAILURES_RETAINED_SECONDS = 24 * 60 * 60
const KNOWN_ADDRESS_SECONDS = 90 * 24 * 60 * 60
const PAIR = { free: 10, maxDelaySeconds: 15 * 60 }
// Short: a stranger who fails from many addresses must not lock the owner out at a new one.
const ACCOUNT = { free: 100, maxDelaySeconds: 60 }
const ADDRESS = { free: 100, maxDelaySeconds: 15 * 60 }
/** A browser with more failures than this counts as a stranger for a day after the last of them. */
const DEVICE_FREE = 10
/** A token bucket: `burst` at once, then one `everySeconds`. */
type Bucket = { key: string; burst: number; everySeconds: number }
const SIGN_UP = { burst: 60, everySeconds: 60 }
/** Right sign-ins, each of which costs a hash and a session. */
const SIGN_INS_OF_ACCOUNT = { burst: 100, everySeconds: 6 }
const SIGN_INS_OF_ADDRESS = { burst: 600, everySeconds: 2 }
/**
 * Generous for an admin: an editor at work, or a script that imports a whole blog, is no attack. Other members write
 * only a profile and sessions, and may have many accounts at one address.
 */
const WRITES = { windowSeconds: 60, admin: 600, token: 120, member: 300, membersOfOneAddress: 600 }
/** Members who have used up their writes, until they may write again: refusing them must cost the database nothing. */
const membersOverLimit = new LRUCache<string, true>({ max: 10_000 })

/** Keys are HMACs, so that the table holds no emails and addresses. */
function keyOf(kind: string, ...parts: string[]): string {
  return `${kind}:${createHmac('sha256', authSecret()).update(parts.join('\n')).digest('base64url')}`
}

/** A counted sign-in attempt; `succeeded` takes the count back. */
export type SignInAttempt = {
  succeeded: () => Promise<void>
  /** Takes the count back without ending a delay, for an attempt that was neither right nor wrong. */
  release: () => Promise<void>
}

/** The source of an attempt. */
export type AttemptSource = {
  address: string
  /** The account of the attempt, where there is one. */
  userId: string | undefined
  /** The id of a browser that has signed in to this account before; undefined for all others. */
  deviceId: string | undefined
  /** Whether it is an admin's: what members do at their address does not delay them. */
  isAdmin?: boolean
}

/**
 * Counts a sign-in attempt as failed before the password is verified, so that concurrent attempts, also on several
 * instances, cannot exceed the limit. A browser known to the account has its own counter, so has an address the account
 * was signed in to from; all others share one. Right sign-ins have a generous limit of their own.
 * @param email the account's as it is stored, because PostgreSQL and JavaScript fold letters differently; as it was
 * typed where there is no account
 * @throws AppError "too-many" with the seconds to wait
 */
export async function countSignInAttempt(email: string, source: AttemptSource): Promise<SignInAttempt> {
  const { userId, deviceId, isAdmin = false } = source
  const account = email.toLowerCase()
  const address = addressBucket(source.address)
  const signIns: Bucket[] = [
    { key: keyOf('signed-in', account), ...SIGN_INS_OF_ACCOUNT },
    ...(isAdmin ? [] : [{ key: keyOf('signed-in-from', address), ...SIGN_INS_OF_ADDRESS }]),
  ]
  // Before the hash, which is what they cost.
  await requireTokens(signIns)
  const device = deviceId && keyOf('device', userId ?? '', deviceId)
  const known = knownKey(source)
  if (device && (await countDevice(device))) {
    return {
      release: async () => {
        await db().$executeRaw`UPDATE "RateLimit" SET "count" = greatest("count" - 1, 0) WHERE "key" = ${device}`
      },
      succeeded: async () => {
        await db().$transaction([db().rateLimit.deleteMany({ where: { key: device } }), markKnown(known)])
        await takeTokens(signIns)
      },
    }
  }
  const pair = { key: keyOf('pair', account, address), ...PAIR }
  const shared = (await isLive(known))
    ? []
    : [
        { key: keyOf('address', address), ...ADDRESS },
        { key: keyOf('account', account), ...ACCOUNT },
      ]
  await countFailure([pair, ...shared])
  return {
    release: () => release([pair, ...shared]),
    succeeded: async () => {
      await db().$transaction([
        lockRows([pair, ...shared]),
        db().$executeRaw`DELETE FROM "RateLimit" WHERE "key" = ${pair.key}`,
        db().$executeRaw`
          UPDATE "RateLimit" SET "count" = greatest("count" - 1, 0), "blockedUntil" = 'epoch'
          WHERE "key" = ANY(${shared.map((rule) => rule.key)})`,
        markKnown(known),
      ])
      await takeTokens(signIns)
    },
  }
}

/** Returns a key for unknown accounts too, which is never marked: both take the same time. */
function knownKey({ userId, address }: AttemptSource): string {
  return keyOf('known', userId ?? '', addressBucket(address))
}

function markKnown(key: string) {
  return db().$executeRaw`
    INSERT INTO "RateLimit" ("key", "count", "blockedUntil", "expiresAt")
    VALUES (${key}, 0, now(), now() + make_interval(secs => ${KNOWN_ADDRESS_SECONDS}))
    ON CONFLICT ("key") DO UPDATE SET "expiresAt" = excluded."expiresAt"`
}

/** Counts a failure of a known browser; false where it has too many. */
async function countDevice(key: string): Promise<boolean> {
  const counted = await db().$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" AS held ("key", "count", "blockedUntil", "expiresAt")
    VALUES (${key}, 1, 'epoch', now() + make_interval(secs => ${FAILURES_RETAINED_SECONDS}))
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN held."expiresAt" <= now() THEN 1 ELSE held."count" + 1 END,
      "expiresAt" = excluded."expiresAt"
    WHERE held."expiresAt" <= now() OR held."count" < ${DEVICE_FREE}
    RETURNING 1`
  return counted.length > 0
}

async function release(rules: FailureRule[]): Promise<void> {
  await db().$transaction([
    lockRows(rules),
    db().$executeRaw`
      UPDATE "RateLimit" SET "count" = greatest("count" - 1, 0), "blockedUntil" = 'epoch'
      WHERE "key" = ANY(${rules.map((rule) => rule.key)})`,
  ])
}

/** Locks the rows in the same order as countFailure, to avoid deadlocks. */
function lockRows(rules: FailureRule[]) {
  return db().$queryRaw`
    SELECT 1 FROM "RateLimit" WHERE "key" = ANY(${rules.map((rule) => rule.key)}) ORDER BY "key" FOR UPDATE`
}

/**
 * Counts an attempt at an account's second factor as failed before the code is verified. Known browsers and addresses
 * have their own counters: a stranger who knows the password can only delay other strangers.
 * @throws AppError "too-many"
 */
export async function countCode(
  userId: string,
  source: Omit<AttemptSource, 'userId'>,
): Promise<{ succeeded: () => Promise<void> }> {
  const rule = { key: keyOf('code', userId, ...(await codeCounter({ ...source, userId }))), ...PAIR }
  await countFailure([rule])
  return {
    succeeded: async () => {
      await db().rateLimit.deleteMany({ where: { key: rule.key } })
    },
  }
}

async function codeCounter(source: AttemptSource): Promise<string[]> {
  if (source.deviceId) return ['device', source.deviceId]
  return (await isLive(knownKey(source))) ? ['address', addressBucket(source.address)] : []
}

async function isLive(key: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`SELECT 1 FROM "RateLimit" WHERE "key" = ${key} AND "expiresAt" > now()`
  return rows.length > 0
}

async function countFailure(rules: FailureRule[]): Promise<void> {
  const ordered = rules.toSorted((a, b) => a.key.localeCompare(b.key))
  const blocked = await secondsBlocked(ordered)
  if (blocked > 0) throw tooManyRequests(blocked)
  const keys = ordered.map((rule) => rule.key)
  // The WHERE is evaluated again on the locked row, so concurrent attempts cannot exceed the limit. "Not blocked" is
  // stored as the epoch: now() is the start of the transaction, and a transaction that began slightly later but counted
  // slightly earlier would otherwise appear blocked.
  const counted = await db().$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" AS held ("key", "count", "blockedUntil", "expiresAt")
    SELECT key, 1, 'epoch', now() + make_interval(secs => ${FAILURES_RETAINED_SECONDS})
    FROM unnest(${keys}::text[]) AS key
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN held."expiresAt" < now() THEN 1 ELSE held."count" + 1 END,
      "expiresAt" = excluded."expiresAt",
      "blockedUntil" = (
        SELECT CASE WHEN held."expiresAt" < now() OR held."count" + 1 <= rule.free THEN 'epoch'
          ELSE now() + make_interval(secs => least(rule.most, power(2, least(held."count" - rule.free, 20)))) END
        FROM unnest(${keys}::text[], ${ordered.map((rule) => rule.free)}::int[], ${ordered.map((rule) => rule.maxDelaySeconds)}::int[])
          AS rule (key, free, most)
        WHERE rule.key = held."key")
    WHERE held."blockedUntil" <= now()
    RETURNING 1`
  if (counted.length < keys.length) throw tooManyRequests(Math.max(1, await secondsBlocked(ordered)))
}

async function secondsBlocked(rules: Array<{ key: string }>): Promise<number> {
  const rows = await db().$queryRaw<Array<{ seconds: number | null }>>`
    SELECT ceil(extract(epoch FROM max("blockedUntil") - now()))::int AS seconds
    FROM "RateLimit" WHERE "key" = ANY(${rules.map((rule) => rule.key)}) AND "blockedUntil" > now()`
  return rows[0]?.seconds ?? 0
}

/**
 * Allows 60 sign-ups from one address, then one a minute.
 * @throws AppError "too-many"
 */
export async function countSignUp(address: string): Promise<void> {
  await takeTokens([{ key: keyOf('sign-up', addressBucket(address)), ...SIGN_UP }])
}

/**
 * Takes a token of each bucket. A bucket is stored as one instant (GCRA): how far `blockedUntil` is ahead shows how full
 * it is.
 * @throws AppError "too-many"
 */
async function takeTokens(buckets: Bucket[]): Promise<void> {
  for (const { key, burst, everySeconds } of buckets) {
    const taken = await db().$queryRaw<unknown[]>`
      INSERT INTO "RateLimit" AS held ("key", "count", "blockedUntil", "expiresAt")
      VALUES (${key}, 1, now() + make_interval(secs => ${everySeconds}), now() + make_interval(secs => ${burst * everySeconds}))
      ON CONFLICT ("key") DO UPDATE SET
        "count" = held."count" + 1,
        "blockedUntil" = greatest(held."blockedUntil", now()) + make_interval(secs => ${everySeconds}),
        "expiresAt" = now() + make_interval(secs => ${burst * everySeconds})
      WHERE held."blockedUntil" <= now() + make_interval(secs => ${(burst - 1) * everySeconds})
      RETURNING 1`
    if (taken.length === 0) throw tooManyRequests(everySeconds)
  }
}

/** @throws AppError "too-many" when one of the buckets is empty */
async function requireTokens(buckets: Bucket[]): Promise<void> {
  const keys = buckets.map(({ key }) => key)
  const fullAfter = buckets.map(({ burst, everySeconds }) => (burst - 1) * everySeconds)
  const rows = await db().$queryRaw<Array<{ seconds: number | null }>>`
    SELECT ceil(extract(epoch FROM max("blockedUntil" - make_interval(secs => bucket.seconds)) - now()))::int AS seconds
    FROM "RateLimit" JOIN unnest(${keys}::text[], ${fullAfter}::int[]) AS bucket (key, seconds) ON bucket.key = "RateLimit"."key"`
  const seconds = rows[0]?.seconds ?? 0
  if (seconds > 0) throw tooManyRequests(seconds)
}

/**
 * Allows an admin 600 writes a minute, each token of theirs 120 beside them; anyone else 300, and 600 from one address together. Refused writes count too.
 * @throws AppError "too-many"
 */
export async function countWrite({ userId, isAdmin, token }: Member, address: string): Promise<void> {
  const remainingMs = isAdmin ? 0 : membersOverLimit.getRemainingTTL(userId)
  if (remainingMs > 0) throw tooManyRequests(Math.ceil(remainingMs / 1000), 'writes')
  const most = token ? WRITES.token : isAdmin ? WRITES.admin : WRITES.member
  const own = { key: keyOf('writes', token?.id ?? userId), most }
  const shared = { key: keyOf('writes-from', addressBucket(address)), most: WRITES.membersOfOneAddress }
  const rules = isAdmin ? [own] : [own, shared]
  // Committed asynchronously: the write itself follows, and a counter lost in a crash does no harm. Always in the same
  // order, to avoid deadlocks.
  const counted = await db().$queryRaw<Array<{ key: string; count: number; seconds: number }>>`
    INSERT INTO "RateLimit" AS held ("key", "count", "blockedUntil", "expiresAt")
    SELECT key, 1, 'epoch', now() + make_interval(secs => ${WRITES.windowSeconds})
    FROM unnest(${rules.map((rule) => rule.key)}::text[]) AS key
    WHERE set_config('synchronous_commit', 'off', true) = 'off' ORDER BY key
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN held."expiresAt" <= now() THEN 1 ELSE held."count" + 1 END,
      "expiresAt" = CASE WHEN held."expiresAt" <= now() THEN excluded."expiresAt" ELSE held."expiresAt" END
    RETURNING held."key", held."count", ceil(extract(epoch FROM held."expiresAt" - now()))::int AS seconds`
  const waits = counted.flatMap(({ key, count, seconds }) =>
    rules.some((rule) => rule.key === key && count > rule.most) ? seconds : [],
  )
  if (waits.length === 0) return
  const seconds = Math.max(1, ...waits)
  const isOwn = counted.some(({ key, count }) => key === own.key && count > own.most)
  if (isOwn && !isAdmin) membersOverLimit.set(userId, true, { ttl: seconds * 1000 })
  throw tooManyRequests(seconds, 'writes')
}

function tooManyRequests(seconds: number, what = 'tries'): AppError {
  const wait = seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return new AppError('too-many', `Too many ${what}. Please wait ${wait} and try again.`, {
    retryAfterSeconds: seconds,
  })
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
