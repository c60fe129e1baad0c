import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'
import { refreshHint, requireMember } from '@/lib/auth/server/session'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET() {
    const member = await requireMember()
    await refreshHint(member)
    const { userId, name, isAdmin } = member
    return json({ message: 'You are signed in.', _id: userId, userProfile: { name, isAdmin } })
  },
})
