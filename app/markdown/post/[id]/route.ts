import { route } from '@/lib/http/route'
import { markdownAnswer, postMarkdown } from '@/lib/seo/markdown'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  GET: async ({ request, params }) => markdownAnswer(request, await postMarkdown(params.id)),
})
