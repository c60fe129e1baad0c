import { handle, route } from '@/lib/api/server/route'
import { clearSessionCookie } from '@/lib/auth/server/session'
import { userCalls } from '@/lib/user/calls'
import { endOwnSession } from '@/lib/user/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(userCalls.endSession, {}, async ({ actor, params }) => {
    await endOwnSession(actor, params.id)
    if (params.id.toLowerCase() === actor.sessionId) await clearSessionCookie()
    return { message: 'Session ended.' }
  }),
)
