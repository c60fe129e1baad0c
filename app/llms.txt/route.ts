import { handleRaw, route } from '@/lib/api/server/route'
import { textResponse } from '@/lib/seo/server/document'
import { llmsText } from '@/lib/seo/server/llms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', async (request) => textResponse(request, await llmsText())),
)
