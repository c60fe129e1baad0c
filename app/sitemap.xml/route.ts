import { route } from '@/lib/http/route'
import { textAnswer } from '@/lib/seo/document'
import { sitemap } from '@/lib/seo/sitemap'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request }) => textAnswer(request, await sitemap()),
})
