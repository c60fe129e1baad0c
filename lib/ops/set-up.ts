import { type NewOwner, type Sample, setUpSite } from '@/lib/ops/owner-set-up'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

/** Whether there is no account yet: the site is not set up. */
export async function isEmpty(): Promise<boolean> {
  return (await db().user.count()) === 0
}

/**
 * Creates the owner in an empty database, with the sample portfolio where one is given; null when an account exists.
 * The connection stays open for the server.
 */
export function setUp(sample?: Sample): Promise<NewOwner | null> {
  return setUpSite(env(), sample)
}

export async function disconnect(): Promise<void> {
  await db().$disconnect()
}
