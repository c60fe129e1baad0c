import { answer } from '@/lib/http/answer'
import { route } from '@/lib/http/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET() {
    return answer({ status: 'live' })
  },
})
