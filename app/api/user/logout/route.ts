import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'
import { endCurrentSession } from '@/lib/auth/server/session'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST() {
    await endCurrentSession()
    return json({ message: 'You are signed out.' })
  },
})
