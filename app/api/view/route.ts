import { analyticsCalls } from '@/lib/analytics/calls'
import { collectView } from '@/lib/analytics/server/collect'
import { handle, route } from '@/lib/api/server/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(analyticsCalls.countView, {}, ({ request }) => collectView(request)),
)
