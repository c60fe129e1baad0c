import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'
import { requireReady } from '@/lib/health/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET() {
    await requireReady()
    return json({ status: 'ready' })
  },
})
