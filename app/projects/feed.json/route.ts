import { route } from '@/lib/http/route'
import { textAnswer } from '@/lib/seo/document'
import { postFeed } from '@/lib/seo/feeds'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request }) => textAnswer(request, await postFeed('json')),
})
