import { textDocument, textRoute } from '@/lib/seo/server/document'
import { robotsText } from '@/lib/seo/server/robots'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(async () =>
  textDocument(robotsText(), 'text/plain; charset=utf-8'),
)
