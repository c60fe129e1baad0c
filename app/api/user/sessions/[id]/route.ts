import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'
import { clearSessionCookie, requireMember } from '@/lib/auth/server/session'
import { endOwnSession } from '@/lib/user/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async DELETE({ params }) {
    const member = await requireMember()
    await endOwnSession(member, params.id)
    if (params.id.toLowerCase() === member.sessionId) await clearSessionCookie()
    return json({ message: 'Session ended.' })
  },
})
