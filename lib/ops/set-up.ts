import { type NewOwner, type Sample, setUpSite } from '@/lib/ops/owner-set-up'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

/** Whether there is no account yet, and so no site. */
export async function isEmpty(): Promise<boolean> {
  return (await db().user.count()) === 0
}

/**
 * Makes the owner on an empty database, with the sample portfolio where one is given; null when there is an account
 * already. The connection stays open: it is the one the server goes on with.
 */
export function setUp(sample?: Sample): Promise<NewOwner | null> {
  return setUpSite(env(), sample)
}

/** Closes the connections of this process. */
export async function disconnect(): Promise<void> {
  await db().$disconnect()
}
