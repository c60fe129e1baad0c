import { textRoute } from '@/lib/seo/server/document'
import { noteFeed } from '@/lib/seo/server/feeds'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(() => noteFeed('json'))
