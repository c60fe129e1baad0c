import { type NewOwner, setUpSite } from '@/lib/ops/owner-set-up'
import { db } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

/** Whether there is no account yet, and so no site. */
export async function isEmpty(): Promise<boolean> {
  return (await db().user.count()) === 0
}

/**
 * Makes the owner on an empty database, with the sample portfolio when `withSample`; null when there is an account
 * already. The connection stays open: it is the one the server goes on with.
 */
export async function setUp({ withSample }: { withSample: boolean }): Promise<NewOwner | null> {
  if (!withSample) return setUpSite(env())
  // The sample's code draws pictures and cleans texts, which loads what nothing else here needs.
  const { DEMO_SITE } = await import('@/prisma/seed/demo')
  return setUpSite(env(), DEMO_SITE)
}

/** Closes the connections of this process. */
export async function disconnect(): Promise<void> {
  await db().$disconnect()
}
