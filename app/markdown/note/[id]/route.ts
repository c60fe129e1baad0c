import { route } from '@/lib/api/server/route'
import { markdownResponse, noteMarkdown } from '@/lib/seo/server/markdown'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  GET: async ({ request, params }) => markdownResponse(request, await noteMarkdown(params.id)),
})
