import { handleRaw, route } from '@/lib/api/server/route'
import { textDocument, textResponse } from '@/lib/seo/server/document'
import { robotsText } from '@/lib/seo/server/robots'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', async (request) => textResponse(request, textDocument(robotsText(), 'text/plain; charset=utf-8'))),
)
