import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { recordWrite } from '@/lib/audit/server/mutations'
import { hashPassword } from '@/lib/auth/server/password'
import { BLANK_SITE, OWNERS_SITE, type SiteTexts } from '@/lib/first-steps/samples'
import type { Transaction } from '@/lib/platform/server/db'
import { db } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'
import type { Env } from '@/lib/platform/server/env'
import { EMPTY_RICH_TEXT } from '@/lib/rich-text/server/sanitiser-version'
import { newColophon } from '@/lib/site-settings/colophon'
import { DEFAULT_APPEARANCE } from '@/lib/site-settings/schema'
import { aboutColumns } from '@/lib/user/server/queries'

/** The owner's credentials, to be printed; `generatedPassword` is null when the deployer chose it. */
export type NewOwner = { userId: string; adminEmail: string; generatedPassword: string | null }

type Owner = Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'ADMIN_NAME' | 'ADMIN_USERNAME'>

/** Prepared sample content: everything slow or needing queries is done. */
export type PreparedSample = {
  fillSite: (transaction: Transaction, ownerId: string) => Promise<void>
  /** Discards the sample when it is not written. Never throws. */
  discardSample: () => Promise<void>
}
export type Sample = {
  /** Those of its invented person. */
  texts: SiteTexts
  /** `hasPerson`: its invented person is the site's owner; otherwise only the projects and notes are the sample's. */
  prepareSample: (hasPerson: boolean) => Promise<PreparedSample>
}

const DEFAULT_EMAIL = 'admin@example.org'
const SET_UP_LOCK = 4_703_001
const LOCK_POLL_MS = 250

/**
 * Creates the owner, the site's settings and the sample in an empty database in one transaction, exactly once even when
 * two starts race. Returns null when an account exists.
 */
export async function setUpSite(owner: Owner, sample?: Sample): Promise<NewOwner | null> {
  if ((await db().user.count()) > 0) return null
  const { ADMIN_NAME: name } = owner
  const prepared = await sample?.prepareSample(name === undefined)
  // What the sample's person says of themselves is not said of somebody else.
  const texts = name === undefined ? (sample?.texts ?? BLANK_SITE) : { ...OWNERS_SITE, name, ownerName: name }
  let made: NewOwner | null = null
  try {
    made = await untilSetUp(owner, texts, prepared)
  } finally {
    if (!made) await prepared?.discardSample()
  }
  return made
}

async function untilSetUp(owner: Owner, texts: SiteTexts, prepared?: PreparedSample): Promise<NewOwner | null> {
  for (;;) {
    const made = await trySetUp(owner, texts, prepared)
    if (made !== 'busy') return made
    // Polls, because waiting for the lock within the query could exceed the query timeout.
    await delay(LOCK_POLL_MS)
  }
}

/** "busy" while another start holds the set-up lock. */
async function trySetUp(owner: Owner, texts: SiteTexts, prepared?: PreparedSample): Promise<NewOwner | null | 'busy'> {
  const generatedPassword = owner.ADMIN_PASSWORD ? null : randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(owner.ADMIN_PASSWORD ?? generatedPassword ?? '')
  const adminEmail = owner.ADMIN_EMAIL ?? DEFAULT_EMAIL
  return db().$transaction(
    async (transaction) => {
      const [lock] = await transaction.$queryRaw<Array<{ taken: boolean }>>`
        SELECT pg_try_advisory_xact_lock(${SET_UP_LOCK}) AS taken`
      if (!lock?.taken) return 'busy'
      if ((await transaction.user.count()) > 0) return null
      const { id: userId } = await transaction.user.create({
        data: {
          name: texts.name,
          username: owner.ADMIN_USERNAME ?? texts.username,
          email: adminEmail,
          ...aboutColumns(EMPTY_RICH_TEXT),
          passwordHash,
          isAdmin: true,
        },
        select: { id: true },
      })
      const { name, username: _, ...siteTexts } = texts
      const ownIds = { ownerId: userId, aboutProfileId: userId }
      await transaction.siteSettings.upsert({
        where: { id: 1 },
        create: {
          ...{ id: 1, ...siteTexts, ...ownIds },
          colophon: newColophon(DEFAULT_APPEARANCE.fonts),
        },
        // An import into a site that was never started has brought them.
        update: ownIds,
        select: { id: true },
      })
      await recordWrite(
        transaction,
        { userId: '', name: 'Setup' },
        { action: 'account.create', subjects: [{ id: userId, name }], detail: 'as admin' },
      )
      await prepared?.fillSite(transaction, userId)
      return { userId, adminEmail, generatedPassword }
    },
    { timeout: deadline('ownerSetUp') },
  )
}
