import { clearSessionCookie, requireMember } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { route } from '@/lib/http/route'
import { endOwnSession } from '@/lib/user/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async DELETE({ params }) {
    const member = await requireMember()
    await endOwnSession(member, params.id)
    if (params.id.toLowerCase() === member.sessionId) await clearSessionCookie()
    return answer({ message: 'Session ended.' })
  },
})
