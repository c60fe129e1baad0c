import { textRoute } from '@/lib/seo/server/document'
import { llmsText } from '@/lib/seo/server/llms'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = textRoute(() => llmsText())
