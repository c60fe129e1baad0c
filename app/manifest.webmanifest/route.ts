import { handleRaw, route } from '@/lib/api/server/route'
import { textDocument, textResponse } from '@/lib/seo/server/document'
import { manifestText } from '@/lib/seo/server/site-icon'
import { getSettings } from '@/lib/site-settings/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handleRaw('GET', async (request) =>
    textResponse(request, textDocument(manifestText(await getSettings()), 'application/manifest+json')),
  ),
)
