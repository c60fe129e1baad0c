import { textRoute } from '@/lib/seo/server/document'
import { sitemap } from '@/lib/seo/server/sitemap'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(sitemap)
