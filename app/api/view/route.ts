import { collectView } from '@/lib/analytics/server/collect'
import { route } from '@/lib/api/server/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  { POST: ({ request }) => collectView(request) },
  { isAudited: false },
)
