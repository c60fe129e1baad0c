import { route } from '@/lib/api/server/route'
import { shareResponse } from '@/lib/seo/server/share-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ kind: string; id: string; file: string }>({
  GET: ({ request, params }) => shareResponse(request, params),
})
