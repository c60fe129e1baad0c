import { textDocument, textRoute } from '@/lib/seo/server/document'
import { manifestText } from '@/lib/seo/server/site-icon'
import { getSettings } from '@/lib/site-settings/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(async () =>
  textDocument(manifestText(await getSettings()), 'application/manifest+json'),
)
