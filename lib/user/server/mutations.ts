import type { Admin, Member } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { countSignUp } from '@/lib/auth/server/auth-rate-limit'
import { hashPassword } from '@/lib/auth/server/password'
import { requireCode } from '@/lib/auth/server/second-factor-codes'
import { FRESH_SIGN_IN_MS } from '@/lib/auth/server/session-cookie'
import { endAccess } from '@/lib/auth/server/tokens'
import { MEMBER_ABOUT_MAX_BYTES } from '@/lib/content/contract-limits'
import { differences, writeChange } from '@/lib/content/server/write-change'
import { AppError, type FieldIssue, fieldError } from '@/lib/http/errors'
import { withTextImages } from '@/lib/media/server/text-images'
import { isId } from '@/lib/platform/ids'
import { db, type Prisma, type Transaction } from '@/lib/platform/server/db'
import { uniqueViolation } from '@/lib/platform/server/unique-violation'
import { EMPTY_RICH_TEXT } from '@/lib/rich-text/server/sanitiser-version'
import { getAccessSettings } from '@/lib/site-settings/server/queries'
import type { MembersAction, SignUpInput, UpdateProfileInput } from '@/lib/user/input'
import type { Profile } from '@/lib/user/schema'
import { aboutColumns, PROFILE_COLUMNS, toProfile } from '@/lib/user/server/queries'
import { TEXT_KINDS } from '@/lib/working-copy/schema'

/**
 * The fields one signs in with, and their names in messages. A session may be stolen, so changing them requires more
 * than one.
 */
const CREDENTIALS = { password: 'password', email: 'email' } as const
type Credential = keyof typeof CREDENTIALS

const TAKEN = {
  email: 'This email is already registered.',
  username: 'This username is already taken.',
} as const

/**
 * Allows visitors to register while sign-up is open. Handlers call it before they read the body.
 * @throws AppError "forbidden"
 */
export async function requireSignUpOpen(): Promise<void> {
  const { signUpOpen } = await getAccessSettings()
  if (!signUpOpen) throw new AppError('forbidden', 'Registration is closed on this site.')
}

/**
 * Registers a member (POST /api/user/signup); never an admin, and does not sign in.
 * @throws AppError "forbidden" where sign-up is closed, "too-many", "conflict" with the field that is already in use
 */
export async function signUp(input: SignUpInput, address: string): Promise<{ _id: string }> {
  await requireSignUpOpen()
  await countSignUp(address)
  return { _id: await insertUser(null, input, false) }
}

/**
 * Creates an account from the shell or at set-up, which may be an admin's.
 * @throws AppError "conflict"
 */
export function createUser(operator: Admin, input: SignUpInput, isAdmin: boolean): Promise<string> {
  return insertUser(operator, input, isAdmin)
}

/** `maker` is null for a sign-up, the only way to create an account for oneself. */
async function insertUser(maker: Admin | null, input: SignUpInput, isAdmin: boolean): Promise<string> {
  await assertUnique(input)
  const { password, ...fields } = input
  const passwordHash = await hashPassword(password)
  try {
    return await db().$transaction(async (transaction) => {
      const { id, name } = await transaction.user.create({
        data: { ...fields, ...aboutColumns(EMPTY_RICH_TEXT), passwordHash, isAdmin },
        select: { id: true, name: true },
      })
      await recordWrite(transaction, maker ?? { userId: id, name }, {
        action: 'account.create',
        subjects: [{ id, name }],
        detail: isAdmin ? 'as admin' : '',
      })
      return id
    })
  } catch (error) {
    throw conflictOf(error)
  }
}

/**
 * Allows members to change their own profile, and admins to change any. Handlers call it before they read the body.
 * @throws AppError "forbidden"
 */
export function requireProfileWriter(actor: Member, id: string): void {
  if (actor.userId !== id.toLowerCase() && !actor.isAdmin)
    throw new AppError('forbidden', 'You may only change your own profile.')
}

/**
 * Changes a profile (PUT /api/user/profile/{id}): one's own, or any for an admin. A new password ends every session of
 * the account. A new email or password requires a recent sign-in, and a code where the account has a second factor;
 * the same email in another case is no change. The version grows where something differed.
 * @throws AppError "forbidden", "not-found", "unprocessable", "too-many", or "conflict" with the current profile when
 * `version` is stale
 */
export async function updateProfile(actor: Member, id: string, input: UpdateProfileInput): Promise<Profile> {
  requireProfileWriter(actor, id)
  const account = isId(id)
    ? await db().user.findUnique({ where: { id }, select: { email: true, isAdmin: true, version: true } })
    : null
  if (!account) throw new AppError('not-found', 'User not found')
  const { version, password, about, code, ...fields } = input
  if (about !== undefined && !account.isAdmin && Buffer.byteLength(about) > MEMBER_ABOUT_MAX_BYTES) {
    throw fieldError('about', 'This text is too long: at most 64 KiB with its formatting.')
  }
  if (fields.email?.toLowerCase() === account.email.toLowerCase()) delete fields.email
  const credentials: Credential[] = [
    ...(password ? ['password' as const] : []),
    ...(fields.email ? ['email' as const] : []),
  ]
  requireFreshSignIn(actor, credentials)
  await assertUnique(input, id)
  const written = await withTextImages('about', async (images) => {
    const data: Prisma.UserUpdateManyMutationInput = { ...fields }
    const { sanitiseRichText } = await import('@/lib/rich-text/server/clean')
    if (about !== undefined) {
      // Storing images is an admin's right: those in a member's text stay in it.
      const options = actor.isAdmin ? { storeDataImage: images.store } : { priority: 'members' as const }
      Object.assign(data, aboutColumns(await sanitiseRichText(about, 'about', options)))
    }
    if (password) data.passwordHash = await hashPassword(password)
    // Last, because a code is valid once: a request that fails anyway must not consume it. Versions only increase, so a
    // stale version now is still stale below.
    if (credentials.length > 0 && !(version && version < account.version)) await requireCode(actor.userId, code)
    return db()
      .$transaction(async (transaction) => {
        // First, and as the settings do: a save of either locks both rows, in one order.
        if (fields.name !== undefined)
          await transaction.$queryRaw`SELECT 1 FROM "SiteSettings" WHERE "ownerId" = ${id} FOR UPDATE`
        const written = await writeChange({
          version,
          async readRow() {
            const row = await transaction.user.findUnique({ where: { id }, select: PROFILE_COLUMNS })
            if (!row) throw new AppError('not-found', 'User not found')
            return row
          },
          changes: (before) => [...differences(before, data), ...(password ? ['password'] : [])],
          async writeRow() {
            const changed = await transaction.user.updateMany({
              where: { id, ...(version ? { version } : {}) },
              data: { ...data, version: { increment: 1 } },
            })
            if (changed.count > 0) await images.attach(transaction)
            return changed
          },
        })
        if (written.outcome === 'stale') return written
        if (fields.name !== undefined) await renameSiteOwner(transaction, id, fields.name)
        await recordWrite(transaction, actor, {
          action: 'profile.update',
          subjects: [{ id, name: written.row.name }],
          detail: written.changed.join(', '),
        })
        if (password) await endAccess(transaction, [id])
        return written
      })
      .catch((error) => {
        throw conflictOf(error)
      })
  })
  // Outside the transaction: an about text of an older sanitiser version is sanitised for it, which may take a while.
  const profile = await toProfile(written.row, true)
  if (written.outcome === 'stale') throw staleWrite(profile)
  return profile
}

/** The site is not to have an owner of another name than its owner's account. */
async function renameSiteOwner(transaction: Transaction, ownerId: string, ownerName: string): Promise<void> {
  const where = { ownerId, NOT: { ownerName } }
  await transaction.siteSettings.updateMany({ where, data: { ownerName, version: { increment: 1 } } })
}

/** @throws AppError "forbidden" with an issue for each changed field when the sign-in is too old */
function requireFreshSignIn(actor: Member, changed: Credential[]): void {
  if (Date.now() - actor.signedInAt.getTime() <= FRESH_SIGN_IN_MS) return
  const issues = changed.map((path) => ({
    path,
    message: `Please sign in again before changing the ${CREDENTIALS[path]}.`,
  }))
  if (issues[0]) throw new AppError('forbidden', issues[0].message, { issues })
}

function staleWrite(current: unknown): AppError {
  return new AppError('conflict', 'Someone else has changed this in the meantime.', { current })
}

async function assertUnique(input: { email?: string; username?: string }, exceptId?: string): Promise<void> {
  const either = [
    ...(input.email === undefined ? [] : [{ email: input.email }]),
    ...(input.username === undefined ? [] : [{ username: input.username }]),
  ]
  if (either.length === 0) return
  const holders = await db().user.findMany({
    where: { OR: either, ...(exceptId ? { NOT: { id: exceptId } } : {}) },
    select: { email: true, username: true },
  })
  const same = (a: string, b: string | undefined) => a.toLowerCase() === b?.toLowerCase()
  const issues: FieldIssue[] = []
  if (holders.some((row) => same(row.email, input.email))) issues.push({ path: 'email', message: TAKEN.email })
  if (holders.some((row) => same(row.username, input.username)))
    issues.push({ path: 'username', message: TAKEN.username })
  if (issues[0]) throw new AppError('conflict', issues[0].message, { issues })
}

/** Two concurrent requests may both find the name free; the unique index accepts one. */
function conflictOf(error: unknown): unknown {
  const field = uniqueViolation(error)
  if (field !== 'email' && field !== 'username') return error
  return new AppError('conflict', TAKEN[field], { issues: [{ path: field, message: TAKEN[field] }] })
}

/**
 * Applies one action to several members, all or none. Returns how many. All of them end sessions: who is made an admin
 * signs in again, because the session of a member may have been left anywhere.
 * @throws AppError "conflict" where no admin would be left
 */
export function changeMembers(admin: Admin, { ids, action }: MembersAction): Promise<number> {
  const known = ids.filter(isId)
  const isLeaving = action === 'demote' || action === 'delete'
  return db().$transaction(async (transaction) => {
    // No session begins meanwhile. All admins, so that two concurrent demotions cannot each rely on the other admin.
    const locked = await transaction.$queryRaw<Array<{ id: string; name: string; isAdmin: boolean }>>`
      SELECT "id", "name", "isAdmin" FROM "User" WHERE "id" = ANY(${known}) OR (${isLeaving} AND "isAdmin")
      ORDER BY "id" FOR UPDATE`
    const subjects = locked.filter(({ id }) => known.includes(id))
    if (isLeaving && locked.every(({ id, isAdmin }) => !isAdmin || known.includes(id)))
      throw new AppError('conflict', 'The last admin cannot be removed.')
    if (subjects.length > 0) await recordWrite(transaction, admin, { action: `member.${action}`, subjects })
    const ended = action === 'promote' ? subjects.filter(({ isAdmin }) => !isAdmin) : subjects
    await transaction.session.deleteMany({ where: { userId: { in: ended.map(({ id }) => id) } } })
    if (action === 'demote') await endAccess(transaction, known)
    const where = { id: { in: known } }
    if (action === 'end-sessions') return subjects.length
    if (action === 'delete') {
      // What they wrote last beside a public text is not theirs alone.
      await transaction.$executeRaw`
        UPDATE "WorkingCopy" SET "ownerId" = (SELECT "id" FROM "User" WHERE "isAdmin" AND NOT "id" = ANY(${known}) LIMIT 1)
        WHERE "ownerId" = ANY(${known}) AND "kind" = ANY(${TEXT_KINDS})`
      return (await transaction.user.deleteMany({ where })).count
    }
    const data = { isAdmin: action === 'promote', version: { increment: 1 } }
    return (await transaction.user.updateMany({ where, data })).count
  })
}

/**
 * Ends one of the member's own sessions; sessions of others are not found.
 * @throws AppError "not-found"
 */
export function endOwnSession(member: Member, id: string): Promise<void> {
  return db().$transaction(async (transaction) => {
    const subjects = [{ id: member.userId, name: member.name }]
    const action = id === member.sessionId ? 'session.end' : 'session.end-other'
    await recordWrite(transaction, member, { action, subjects })
    const { count } = isId(id)
      ? await transaction.session.deleteMany({ where: { id, userId: member.userId } })
      : { count: 0 }
    if (count === 0) throw new AppError('not-found', 'There is no such session.')
  })
}

/** Ends all of the member's own sessions but the current one; returns how many. */
export function endOtherSessions(member: Member): Promise<number> {
  return db().$transaction(async (transaction) => {
    const others = { userId: member.userId, NOT: { id: member.sessionId } }
    const { count } = await transaction.session.deleteMany({ where: others })
    const subjects = [{ id: member.userId, name: member.name }]
    await recordWrite(transaction, member, { action: 'session.end-others', subjects, detail: String(count) })
    return count
  })
}

/**
 * Sets a new password from the shell; ends the account's sessions.
 * @throws AppError "not-found"
 */
export async function resetPassword(operator: Admin, id: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db().$transaction(async (transaction) => {
    const [changed] = await transaction.user.updateManyAndReturn({
      where: { id },
      data: { passwordHash, version: { increment: 1 } },
      select: { id: true, name: true },
    })
    if (!changed) throw new AppError('not-found', 'User not found')
    await recordWrite(transaction, operator, { action: 'password.reset', subjects: [changed] })
    await endAccess(transaction, [id])
  })
}
