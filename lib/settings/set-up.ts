import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { recordWrite } from '@/lib/audit/mutations'
import { hashPassword } from '@/lib/auth/password'
import type { Transaction } from '@/lib/db'
import { db } from '@/lib/db'
import type { Env } from '@/lib/env'

/** The owner's sign-in, to be printed; `generatedPassword` is null when the deployer chose it. */
export type NewOwner = { userId: string; adminEmail: string; generatedPassword: string | null }

type Owner = Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'ADMIN_NAME' | 'ADMIN_USERNAME'>
type SiteTexts = {
  name: string
  username: string
  titleLine: string
  bio: string
  contactNote: string
  codeUrl: string
  networkUrl: string
  competencies: Array<{ title: string; items: string[] }>
}

type Sample = { texts: SiteTexts; fill: (transaction: Transaction, ownerId: string) => Promise<void> }

const DEFAULT_EMAIL = 'admin@example.org'
const SET_UP_LOCK = 4_703_001
const LOCK_POLL_MS = 250

/** What a site without sample content starts with. */
const BLANK_SITE: SiteTexts = {
  name: 'Site Owner',
  username: 'owner',
  titleLine: 'Software Engineer | Full Stack Developer',
  bio: 'I build software for the web, from the database to the screen.',
  contactNote:
    'Reach out if you have a job or a project in mind. If you are a recruiter, drop me a message: I read every one.',
  codeUrl: 'https://github.com/',
  networkUrl: 'https://www.linkedin.com/',
  competencies: [
    { title: 'Frontend', items: ['React', 'Vue', 'HTML/CSS/JS'] },
    { title: 'Backend', items: ['Node.js/Express', 'Java/Spring', 'SQL/MySQL'] },
    { title: 'Tools', items: ['Postman', 'Git/Github', 'AI'] },
  ],
}

/**
 * Makes the owner and the site's settings on an empty database, and `fill` in the same breath: all or nothing, once,
 * even when two starts race. Returns null when there is an account already.
 */
export async function setUpSite(owner: Owner, sample?: Sample): Promise<NewOwner | null> {
  for (;;) {
    if ((await db().user.count()) > 0) return null
    const made = await trySetUp(owner, sample)
    if (made !== 'busy') return made
    // Waiting inside of the query could take longer than any query may.
    await delay(LOCK_POLL_MS)
  }
}

/** "busy" while another start sets up. */
async function trySetUp(owner: Owner, sample?: Sample): Promise<NewOwner | null | 'busy'> {
  const texts = sample?.texts ?? BLANK_SITE
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
          name: owner.ADMIN_NAME ?? texts.name,
          username: owner.ADMIN_USERNAME ?? texts.username,
          email: adminEmail,
          passwordHash,
          isAdmin: true,
        },
        select: { id: true },
      })
      const { name, username: _, ...siteTexts } = texts
      const ownerName = owner.ADMIN_NAME ?? name
      await transaction.siteSettings.create({
        data: { id: 1, ...siteTexts, ownerName, ownerId: userId, aboutProfileId: userId },
      })
      await recordWrite(
        transaction,
        { userId: '', name: 'set-up' },
        { action: 'account.create', subjects: [{ id: userId, name: ownerName }], detail: 'isAdmin' },
      )
      await sample?.fill(transaction, userId)
      return { userId, adminEmail, generatedPassword }
    },
    { timeout: 60_000 },
  )
}
