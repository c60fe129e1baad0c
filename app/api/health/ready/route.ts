import { handle, route } from '@/lib/api/server/route'
import { healthCalls } from '@/lib/health/calls'
import { requireReady } from '@/lib/health/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(healthCalls.ready, {}, async () => {
    await requireReady()
    return { status: 'ready' }
  }),
)
