import { route } from '@/lib/http/route'
import { textAnswer } from '@/lib/seo/document'
import { llmsText } from '@/lib/seo/llms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request }) => textAnswer(request, await llmsText()),
})
