import { handleRaw, route } from '@/lib/api/server/route'
import { technologyFeedResponse } from '@/lib/seo/server/feeds'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', (request, params: { id: string }) => technologyFeedResponse(request, 'atom', params.id)),
)
