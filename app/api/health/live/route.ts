import { handle, route } from '@/lib/api/server/route'
import { healthCalls } from '@/lib/health/calls'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(healthCalls.live, {}, async () => ({ status: 'live' })),
)
