import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { OPERATOR } from '@/lib/access/system-actors'
import { removeSecondFactor } from '@/lib/auth/server/second-factor-mutations'
import { lockedOut } from '@/lib/auth/server/second-factor-queries'
import { AppError } from '@/lib/http/errors'
import { db } from '@/lib/platform/server/db'
import { signUpSchema } from '@/lib/user/input'
import { changeMembers, createUser, resetPassword } from '@/lib/user/server/mutations'

const NOT_SET_UP = 'This site has no owner yet: start it once with npm start, which makes one.'

/** A command from the shell; with `password` null one is generated. */
export type AdminCommand =
  | { command: 'create'; email: string; username: string; name: string; isAdmin: boolean; password: string | null }
  | { command: 'promote' | 'demote' | 'second-factor-off'; who: string }
  | { command: 'reset-password'; who: string; password: string | null }

/**
 * Runs a command of the machine's operator and returns the text to print. `who` is an email address or a username.
 * @throws AppError with a message to print
 */
export async function runAdminCommand(order: AdminCommand): Promise<string> {
  switch (order.command) {
    case 'create': {
      // An account on an empty database would make set-up consider the site set up, without an owner and settings.
      if ((await db().user.count()) === 0) throw new AppError('conflict', NOT_SET_UP)
      const password = order.password ?? generatePassword()
      const { email, username, name, isAdmin } = order
      await createUser(OPERATOR, check(signUpSchema, { email, username, name, password }), isAdmin)
      const kind = isAdmin ? 'admin' : 'member'
      return `Created the ${kind} ${email}.${formatGenerated(order.password, password)}`
    }
    case 'reset-password': {
      const { id, email } = await find(order.who)
      const password = order.password ?? generatePassword()
      await resetPassword(OPERATOR, id, check(signUpSchema.shape.password, password))
      return `Gave ${email} a new password and ended every session.${formatGenerated(order.password, password)}`
    }
    case 'second-factor-off': {
      const user = await find(order.who)
      const had = await removeSecondFactor(OPERATOR, user)
      return had
        ? `${user.email} now signs in with the password alone.`
        : `${user.email} does not use two-step sign-in.`
    }
    case 'promote':
    case 'demote': {
      const { id, email, isAdmin } = await find(order.who)
      const wanted = order.command === 'promote'
      if (isAdmin === wanted) return `${email} is ${wanted ? 'an admin' : 'no admin'} already.`
      await changeMembers(OPERATOR, { ids: [id], action: order.command })
      return `${email} is ${wanted ? 'now' : 'no longer'} an admin.`
    }
  }
}

/**
 * The warning after a restore on a machine with another AUTH_SECRET than the backup's; "" when no account is affected.
 */
export async function formatLockedOut(): Promise<string> {
  const emails = await lockedOut(OPERATOR)
  if (emails.length === 0) return ''
  return [
    'These accounts set up two-step sign-in under another AUTH_SECRET, and their codes do not work under this one.',
    'Set the AUTH_SECRET the site had, or turn them off:',
    ...emails.map((email) => `  npm run admin -- second-factor-off ${email}`),
  ].join('\n')
}

async function find(who: string) {
  // Both columns are case-insensitive.
  const user = await db().user.findFirst({
    where: { OR: [{ email: who }, { username: who }] },
    select: { id: true, name: true, email: true, isAdmin: true },
  })
  if (!user) throw new AppError('not-found', `No account has the email or username ${who}.`)
  return user
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('unprocessable', result.error.issues.map((issue) => issue.message).join('\n'))
}

function generatePassword(): string {
  return randomBytes(12).toString('base64url')
}

function formatGenerated(given: string | null, password: string): string {
  return given === null ? `\nThe password is ${password}` : ''
}
