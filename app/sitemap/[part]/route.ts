import { route } from '@/lib/http/route'
import { textAnswer } from '@/lib/seo/document'
import { sitemap } from '@/lib/seo/sitemap'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ part: string }>({
  GET: async ({ request, params }) =>
    textAnswer(request, await sitemap(Number(/^([1-9]\d{0,3})\.xml$/.exec(params.part)?.[1] ?? 0))),
})
