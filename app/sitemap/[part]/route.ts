import { textRoute } from '@/lib/seo/server/document'
import { sitemap } from '@/lib/seo/server/sitemap'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(({ part }: { part: string }) =>
  sitemap(Number(/^([1-9]\d{0,3})\.xml$/.exec(part)?.[1] ?? 0)),
)
