import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { recordWrite } from '@/lib/audit/server/mutations'
import { hashPassword } from '@/lib/auth/server/password'
import { OWNERS_TEXTS, STEP_SETTINGS } from '@/lib/first-steps/steps'
import type { Transaction } from '@/lib/platform/server/db'
import { db } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'
import type { Env } from '@/lib/platform/server/env'
import { EMPTY_RICH_TEXT } from '@/lib/rich-text/server/sanitiser-version'
import type { Settings } from '@/lib/site-settings/schema'
import { UNNAMED_SITE } from '@/lib/texts/constants'
import { aboutColumns } from '@/lib/user/server/queries'

/** The owner's credentials, to be printed; `generatedPassword` is null when the deployer chose it. */
export type NewOwner = { userId: string; adminEmail: string; generatedPassword: string | null }

type Owner = Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'ADMIN_NAME' | 'ADMIN_USERNAME'>
type SiteTexts = {
  /** The owner's account. */
  name: string
  username: string
  /** Who the site says it is of. */
  ownerName: string
  titleLine: string
  bio: string
  contactNote: string
  codeUrl: string
  networkUrl: string
  contactEmail: string
  competencies: Array<{ title: string; items: string[] }>
} & Partial<Pick<Settings, 'place' | 'freeFrom' | 'cvUrl' | 'homeSections'>>

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

/** The paragraph every new site ends with, until its owner writes another. */
const COLOPHON =
  'A colophon is the paragraph at the end of a book that says how it was made. This one is set in Newsreader and Hanken Grotesk, and made with Colophon.'

/** The initial settings of a site whose owner is known by name. */
const OWNERS_SITE: Omit<SiteTexts, 'name' | 'ownerName'> = {
  username: 'owner',
  titleLine: 'Software Engineer | Full Stack Developer',
  bio: 'I build software for the web, from the database to the screen.',
  contactNote:
    'Reach out if you have a job or a project in mind. If you are a recruiter, drop me a message: I read every one.',
  codeUrl: '',
  networkUrl: '',
  contactEmail: '',
  competencies: [
    { title: 'Frontend', items: ['React', 'Vue', 'HTML/CSS/JS'] },
    { title: 'Backend', items: ['Node.js/Express', 'Java/Spring', 'SQL/MySQL'] },
    { title: 'Tools', items: ['Postman', 'Git/Github', 'AI'] },
  ],
}

/** Those of a site of nobody yet: it says so, instead of showing somebody who is not. */
const BLANK_SITE: SiteTexts = {
  ...OWNERS_SITE,
  name: 'Site Owner',
  ownerName: UNNAMED_SITE,
  bio: 'This site has just been set up. Its owner has not written anything here yet.',
}

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
      await transaction.siteSettings.create({
        data: {
          ...{ id: 1, ...siteTexts, colophon: COLOPHON, ownerId: userId, aboutProfileId: userId },
          untouched: [...new Set([...Object.values(STEP_SETTINGS).flat(), ...OWNERS_TEXTS])],
        },
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
