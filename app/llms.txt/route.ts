import { route } from '@/lib/api/server/route'
import { textAnswer } from '@/lib/seo/server/document'
import { llmsText } from '@/lib/seo/server/llms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request }) => textAnswer(request, await llmsText()),
})
