import { textRoute } from '@/lib/seo/server/document'
import { postFeed } from '@/lib/seo/server/feeds'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(() => postFeed('rss'))
