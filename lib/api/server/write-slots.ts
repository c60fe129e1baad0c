import type { NextRequest } from 'next/server'
import { readToken } from '@/lib/auth/server/session'
import { sessionCookie } from '@/lib/auth/server/session-cookie'
import { ClientQueue, NoSlotError } from '@/lib/cache/client-slots'
import { AppError } from '@/lib/http/errors'

/** Two writes of one member mostly wait for the same row's lock, each holding a connection meanwhile. */
const SLOTS = { running: 1, waiting: 20 }

const slots = new ClientQueue(SLOTS)

/**
 * Runs a member's write after the earlier ones of the same account, so that many at once take no connection from
 * others. Admins are not queued, as an import sends many; nor are visitors, who have no account.
 * @throws AppError "too-many" when the account has its maximum waiting
 */
export async function withWriteSlot<Value>(request: NextRequest, write: () => Promise<Value>): Promise<Value> {
  const token = await readToken(request.cookies.get(sessionCookie().name)?.value)
  if (!token || token.isAdmin) return write()
  return slots.run(token.sub, write).catch((error) => {
    if (!(error instanceof NoSlotError)) throw error
    throw new AppError('too-many', 'Too many writes at once. Please wait a moment and try again.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  })
}
