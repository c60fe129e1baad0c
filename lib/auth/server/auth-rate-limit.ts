import { createHmac } from 'node:crypto'
import type { Member } from '@/lib/access/actor'
import { authSecret } from '@/lib/auth/server/auth-secret'
import { AppError } from '@/lib/http/errors'
import { addressBucket, addressNetwork } from '@/lib/http/server/client-address'
import { db } from '@/lib/platform/server/db'

/**
 * How failures under one key are answered: so many for nothing, then a delay that doubles from 1 s up to a bound.
 * `yieldSeconds` is how much longer than that this client waits, to let others go first.
 */
type FailureRule = { key: string; free: number; maxDelaySeconds: number; yieldSeconds?: number }

const FAILURES_KEPT_SECONDS = 24 * 60 * 60
const KNOWN_ADDRESS_SECONDS = 90 * 24 * 60 * 60
const PAIR = { free: 10, maxDelaySeconds: 15 * 60 }
// Kept short: a stranger who fails from many addresses must not keep the owner out from a new one.
const ACCOUNT = { free: 100, maxDelaySeconds: 60 }
const ADDRESS = { free: 100, maxDelaySeconds: 15 * 60 }
/** A browser that fails more often than this is counted with strangers for a day after the last of these. */
const DEVICE_FREE = 10
/**
 * Whose turn it is when an account's wait is over: each failure at it from the same network costs so many seconds, and
 * so does not to have waited. One who polls thereby lets those go first who wait as they were told; nobody gains a try.
 */
const YIELD = { secondsPerFailure: 20, maxSeconds: 60, secondsOfNewcomers: 20 }
const WAITING_KEPT_SECONDS = 10 * 60
/** Counted to be read, and never a reason to wait. */
const TALLY = { free: 2 ** 31 - 1, maxDelaySeconds: 0 }
const SIGN_UP = { burst: 60, everySeconds: 60 }
/**
 * Generous for an admin: an editor at work, or a script that moves a whole blog here, is no attack. Anyone else has a
 * profile and sessions to write, and may have signed up many times at one address.
 */
const WRITES = { windowSeconds: 60, admin: 600, member: 300, membersOfOneAddress: 600 }

/** Keys are keyed hashes: neither e-mails nor addresses lie about in the table. */
function keyOf(kind: string, ...parts: string[]): string {
  return `${kind}:${createHmac('sha256', authSecret()).update(parts.join('\n')).digest('base64url')}`
}

/** A sign-in try that has been counted; `succeeded` takes the count back. */
export type SignInAttempt = {
  succeeded: () => Promise<void>
  /** Neither right nor wrong yet: counts for nothing, and ends no wait. */
  undecided: () => Promise<void>
}

/** Where a try comes from. */
export type TrySource = {
  address: string
  /** The account it is about, where there is one. */
  userId: string | undefined
  /** What the browser goes by that has signed in to this very account before; undefined for all others. */
  deviceId: string | undefined
}

/**
 * Counts a sign-in try as failed before the password is looked at, so that many at once cannot slip through, and
 * holds across instances. A browser that has signed in to the account before is counted by itself, an address it has
 * been signed in to from for this account alone, and everybody else as strangers.
 * @throws AppError "too-many" with the seconds to wait
 */
export async function countSignInAttempt(email: string, source: TrySource): Promise<SignInAttempt> {
  const { userId, deviceId } = source
  const device = deviceId && keyOf('device', userId ?? '', deviceId)
  const known = knownKey(source)
  if (device && (await countDevice(device))) {
    return {
      undecided: async () => {
        await db().$executeRaw`UPDATE "RateLimit" SET "count" = greatest("count" - 1, 0) WHERE "key" = ${device}`
      },
      succeeded: async () => {
        await db().$transaction([db().rateLimit.deleteMany({ where: { key: device } }), markKnown(known)])
      },
    }
  }
  const pair = { key: keyOf('pair', email.toLowerCase(), addressBucket(source.address)), ...PAIR }
  const stranger = (await isLive(known)) ? null : await strangerAt(email.toLowerCase(), source.address)
  const shared = stranger?.rules ?? []
  if (stranger) await countStranger(pair, stranger)
  else await countFailure([pair])
  return {
    undecided: () => release([pair, ...shared]),
    succeeded: async () => {
      await db().$transaction([
        lockRows([pair, ...shared]),
        db().$executeRaw`DELETE FROM "RateLimit" WHERE "key" = ${pair.key}`,
        db().$executeRaw`
          UPDATE "RateLimit" SET "count" = greatest("count" - 1, 0), "blockedUntil" = 'epoch'
          WHERE "key" = ANY(${shared.map((rule) => rule.key)})`,
        markKnown(known),
      ])
    },
  }
}

/** Without an account too there is a key, which is never marked: both are looked up in the same time. */
function knownKey({ userId, address }: TrySource): string {
  return keyOf('known', userId ?? '', addressBucket(address))
}

function markKnown(key: string) {
  return db().$executeRaw`
    INSERT INTO "RateLimit" ("key", "count", "blockedUntil", "expiresAt")
    VALUES (${key}, 0, now(), now() + make_interval(secs => ${KNOWN_ADDRESS_SECONDS}))
    ON CONFLICT ("key") DO UPDATE SET "expiresAt" = excluded."expiresAt"`
}

/** Counts a failure of a browser by itself; false where it has failed too often for that. */
async function countDevice(key: string): Promise<boolean> {
  const counted = await db().$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" AS held ("key", "count", "blockedUntil", "expiresAt")
    VALUES (${key}, 1, 'epoch', now() + make_interval(secs => ${FAILURES_KEPT_SECONDS}))
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN held."expiresAt" <= now() THEN 1 ELSE held."count" + 1 END,
      "expiresAt" = excluded."expiresAt"
    WHERE held."expiresAt" <= now() OR held."count" < ${DEVICE_FREE}
    RETURNING 1`
  return counted.length > 0
}

type Stranger = { rules: FailureRule[]; waiting: string; hasWaited: boolean }

async function strangerAt(account: string, address: string): Promise<Stranger> {
  const network = keyOf('network', account, addressNetwork(address))
  const waiting = keyOf('waiting', account, addressNetwork(address))
  const rows = await db().$queryRaw<Array<{ key: string; count: number }>>`
    SELECT "key", "count" FROM "RateLimit" WHERE "key" IN (${network}, ${waiting}) AND "expiresAt" > now()`
  const failures = rows.find(({ key }) => key === network)?.count ?? 0
  return {
    rules: [
      { key: keyOf('address', addressBucket(address)), ...ADDRESS },
      {
        key: keyOf('account', account),
        ...ACCOUNT,
        yieldSeconds: Math.min(YIELD.maxSeconds, failures * YIELD.secondsPerFailure),
      },
      { key: network, ...TALLY },
    ],
    waiting,
    hasWaited: rows.some(({ key }) => key === waiting),
  }
}

async function countStranger(pair: FailureRule, { rules, waiting, hasWaited }: Stranger): Promise<void> {
  const asWaiting = [pair, ...rules]
  if (hasWaited) return countFailure(asWaiting)
  const asNewcomer = asWaiting.map((rule) =>
    rule.yieldSeconds === undefined ? rule : { ...rule, yieldSeconds: rule.yieldSeconds + YIELD.secondsOfNewcomers },
  )
  try {
    await countFailure(asNewcomer)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'too-many') throw error
    await db().$executeRaw`
      INSERT INTO "RateLimit" ("key", "count", "blockedUntil", "expiresAt")
      VALUES (${waiting}, 0, 'epoch', now() + make_interval(secs => ${WAITING_KEPT_SECONDS}))
      ON CONFLICT ("key") DO UPDATE SET "expiresAt" = excluded."expiresAt"`
    // From here on it waits, and when it comes back it is a newcomer no more.
    const seconds = await secondsBlocked(asWaiting)
    throw seconds > 0 ? tooManyRequests(seconds) : error
  }
}

async function release(rules: FailureRule[]): Promise<void> {
  await db().$transaction([
    lockRows(rules),
    db().$executeRaw`
      UPDATE "RateLimit" SET "count" = greatest("count" - 1, 0), "blockedUntil" = 'epoch'
      WHERE "key" = ANY(${rules.map((rule) => rule.key)})`,
  ])
}

/** Takes the rows in the order in which countFailure does: of two at once, one would else fail with a deadlock. */
function lockRows(rules: FailureRule[]) {
  return db().$queryRaw`
    SELECT 1 FROM "RateLimit" WHERE "key" = ANY(${rules.map((rule) => rule.key)}) ORDER BY "key" FOR UPDATE`
}

/**
 * Counts a try at an account's second factor as failed before the code is looked at. Browsers that have signed in
 * before, and addresses that were signed in from, are counted each by itself: of all others one who knows the password
 * can make only the others wait.
 * @throws AppError "too-many"
 */
export async function countCode(
  userId: string,
  source: Omit<TrySource, 'userId'>,
): Promise<{ succeeded: () => Promise<void> }> {
  const rule = { key: keyOf('code', userId, ...(await codeCounter({ ...source, userId }))), ...PAIR }
  await countFailure([rule])
  return {
    succeeded: async () => {
      await db().rateLimit.deleteMany({ where: { key: rule.key } })
    },
  }
}

async function codeCounter(source: TrySource): Promise<string[]> {
  if (source.deviceId) return ['device', source.deviceId]
  return (await isLive(knownKey(source))) ? ['address', addressBucket(source.address)] : []
}

async function isLive(key: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`SELECT 1 FROM "RateLimit" WHERE "key" = ${key} AND "expiresAt" > now()`
  return rows.length > 0
}

async function countFailure(rules: FailureRule[]): Promise<void> {
  const ordered = rules.toSorted((one, other) => one.key.localeCompare(other.key))
  const blocked = await secondsBlocked(ordered)
  if (blocked > 0) throw tooManyRequests(blocked)
  const keys = ordered.map((rule) => rule.key)
  const yields = yieldsOf(ordered)
  // The WHERE is judged again on the locked row: of many tries at once only so many as are free get through.
  // What is not blocked says so by the epoch: now() is when a transaction began, and one that began a little later
  // but was counted a little earlier would stand as blocked in the eyes of this one.
  const counted = await db().$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" AS held ("key", "count", "blockedUntil", "expiresAt")
    SELECT key, 1, 'epoch', now() + make_interval(secs => ${FAILURES_KEPT_SECONDS})
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
    WHERE (
      SELECT held."blockedUntil" + make_interval(secs => rule.yields) <= now()
      FROM unnest(${keys}::text[], ${yields}::int[]) AS rule (key, yields)
      WHERE rule.key = held."key")
    RETURNING 1`
  if (counted.length < keys.length) throw tooManyRequests(Math.max(1, await secondsBlocked(ordered)))
}

const yieldsOf = (rules: FailureRule[]) => rules.map(({ yieldSeconds = 0 }) => yieldSeconds)

async function secondsBlocked(rules: FailureRule[]): Promise<number> {
  const rows = await db().$queryRaw<Array<{ seconds: number | null }>>`
    SELECT ceil(extract(epoch FROM max("blockedUntil" + make_interval(secs => rule.yields)) - now()))::int AS seconds
    FROM "RateLimit" JOIN unnest(${rules.map((rule) => rule.key)}::text[], ${yieldsOf(rules)}::int[]) AS rule (key, yields) ON rule.key = "RateLimit"."key"
    WHERE "blockedUntil" + make_interval(secs => rule.yields) > now()`
  return rows[0]?.seconds ?? 0
}

/**
 * Lets 60 sign-ups through from one address, then one a minute.
 * @throws AppError "too-many"
 */
export async function countSignUp(address: string): Promise<void> {
  const { burst, everySeconds } = SIGN_UP
  const key = keyOf('sign-up', addressBucket(address))
  // A bucket kept as one instant ("generic cell rate"): how far `blockedUntil` lies ahead says how full it is.
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

/**
 * Lets 600 writes a minute through for an admin; for anyone else 300, and 600 from one address together. Those that are
 * refused count too.
 * @throws AppError "too-many"
 */
export async function countWrite({ userId, isAdmin }: Member, address: string): Promise<void> {
  const own = { key: keyOf('writes', userId), most: isAdmin ? WRITES.admin : WRITES.member }
  const shared = { key: keyOf('writes-from', addressBucket(address)), most: WRITES.membersOfOneAddress }
  const rules = isAdmin ? [own] : [own, shared]
  // Not waited for on the disk: the write itself is a moment later, and a pace forgotten by a crash harms nobody. Always
  // in the same order, so that two writers never wait for each other.
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
  if (waits.length > 0) throw tooManyRequests(Math.max(1, ...waits), 'writes')
}

function tooManyRequests(seconds: number, what = 'tries'): AppError {
  const wait = seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('too-many', `Too many ${what}. Please wait ${wait} and try again.`, {
    retryAfterSeconds: seconds,
  })
}
