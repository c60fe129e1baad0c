import { route } from '@/lib/api/server/route'
import { markdownAnswer, noteMarkdown } from '@/lib/seo/server/markdown'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  GET: async ({ request, params }) => markdownAnswer(request, await noteMarkdown(params.id)),
})
