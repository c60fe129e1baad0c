import type { Admin, Member } from '@/lib/access/actor'
import { hasSecondFactor, openKey } from '@/lib/auth/server/second-factor-codes'
import { db } from '@/lib/platform/server/db'

/** Whether somebody's own sign-in asks for a code; null for who is offered none and has none. */
export async function getSecondFactor({ userId, isAdmin }: Member): Promise<boolean | null> {
  const isOn = await hasSecondFactor(userId)
  return isAdmin || isOn ? isOn : null
}

/** The email addresses of those whose second factor was made under another AUTH_SECRET: no code of theirs is good. */
export async function lockedOut(_operator: Admin): Promise<string[]> {
  const rows = await db().secondFactor.findMany({
    where: { isConfirmed: true },
    orderBy: { userId: 'asc' },
    select: { userId: true, sealedKey: true, user: { select: { email: true } } },
  })
  return rows.flatMap(({ userId, sealedKey, user }) => (openKey(sealedKey, userId) ? [] : user.email))
}
