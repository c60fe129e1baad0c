import { handle, route } from '@/lib/api/server/route'
import { userCalls } from '@/lib/user/calls'
import { endOtherSessions } from '@/lib/user/server/mutations'
import { listSessions } from '@/lib/user/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(userCalls.listSessions, {}, async ({ actor }) => ({ sessions: await listSessions(actor) })),
  handle(userCalls.endOtherSessions, {}, async ({ actor }) => {
    const count = await endOtherSessions(actor)
    return { message: count === 1 ? '1 other session ended.' : `${count} other sessions ended.`, count }
  }),
)
