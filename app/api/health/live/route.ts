import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET() {
    return json({ status: 'live' })
  },
})
