import type { Member } from '@/lib/auth/actor'
import { hasSecondFactor } from '@/lib/auth/second-factor'

/** Whether somebody's own sign-in asks for a code; null for who is offered none and has none. */
export async function getSecondFactor({ userId, isAdmin }: Member): Promise<boolean | null> {
  const isOn = await hasSecondFactor(userId)
  return isAdmin || isOn ? isOn : null
}
