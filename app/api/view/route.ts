import { collectView } from '@/lib/analytics/collect'
import { route } from '@/lib/http/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  { POST: ({ request }) => collectView(request) },
  { isAudited: false },
)
