import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'
import { requireMember } from '@/lib/auth/server/session'
import { endOtherSessions } from '@/lib/user/server/mutations'
import { listSessions } from '@/lib/user/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET() {
    return json({ sessions: await listSessions(await requireMember()) })
  },
  async DELETE() {
    const count = await endOtherSessions(await requireMember())
    return json({ message: count === 1 ? '1 other session ended.' : `${count} other sessions ended.`, count })
  },
})
