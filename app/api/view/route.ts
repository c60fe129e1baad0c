import { analyticsCalls } from '@/lib/analytics/calls'
import { collectView } from '@/lib/analytics/server/collect'
import { handle, route } from '@/lib/api/server/route'
import { currentAdmin } from '@/lib/auth/server/session'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(analyticsCalls.count, {}, ({ request }) => collectView(request, async () => (await currentAdmin()) !== null)),
)
