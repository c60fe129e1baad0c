import { handleRaw, route } from '@/lib/api/server/route'
import { textResponse } from '@/lib/seo/server/document'
import { sitemap } from '@/lib/seo/server/sitemap'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', async (request, params: { part: string }) =>
    textResponse(request, await sitemap(Number(/^([1-9]\d{0,3})\.xml$/.exec(params.part)?.[1] ?? 0))),
  ),
)
