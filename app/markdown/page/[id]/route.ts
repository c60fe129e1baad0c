import { handleRaw, route } from '@/lib/api/server/route'
import { markdownResponse, pageMarkdown } from '@/lib/seo/server/markdown'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', async (request, params: { id: string }) => markdownResponse(request, await pageMarkdown(params.id))),
)
