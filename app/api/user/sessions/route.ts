import { requireMember } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { route } from '@/lib/http/route'
import { endOtherSessions } from '@/lib/user/mutations'
import { listSessions } from '@/lib/user/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET() {
    return answer({ sessions: await listSessions(await requireMember()) })
  },
  async DELETE() {
    const count = await endOtherSessions(await requireMember())
    return answer({ message: count === 1 ? '1 other session ended.' : `${count} other sessions ended.`, count })
  },
})
