import { route } from '@/lib/http/route'
import { textAnswer, textDocument } from '@/lib/seo/document'
import { robotsText } from '@/lib/seo/robots'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request }) => textAnswer(request, textDocument(robotsText(), 'text/plain; charset=utf-8')),
})
