import { route } from '@/lib/http/route'
import { textAnswer } from '@/lib/seo/document'
import { noteFeed } from '@/lib/seo/feeds'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request }) => textAnswer(request, await noteFeed('json')),
})
