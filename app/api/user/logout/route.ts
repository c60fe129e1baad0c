import { endCurrentSession } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { route } from '@/lib/http/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST() {
    await endCurrentSession()
    return answer({ message: 'You are signed out.' })
  },
})
