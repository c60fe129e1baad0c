import { handleRaw, route } from '@/lib/api/server/route'
import { shareResponse } from '@/lib/seo/server/share-response'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', (request, params: { kind: string; id: string; file: string }) => shareResponse(request, params)),
)
