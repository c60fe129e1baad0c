import { handleRaw, route } from '@/lib/api/server/route'
import { iconResponse } from '@/lib/seo/server/icon-image'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', (request, params: { stamp: string; file: string }) => iconResponse(request, params)),
)
