import { refreshHint, requireMember } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { route } from '@/lib/http/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET() {
    const member = await requireMember()
    await refreshHint(member)
    const { userId, name, isAdmin } = member
    return answer({ message: 'You are signed in.', _id: userId, userProfile: { name, isAdmin } })
  },
})
