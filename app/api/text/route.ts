import { handle, route } from '@/lib/api/server/route'
import { textCalls } from '@/lib/content-markdown/calls'
import { textsQuerySchema } from '@/lib/content-markdown/input'
import { listTexts } from '@/lib/content-markdown/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(textCalls.list, { query: textsQuerySchema }, async ({ actor, query }) => listTexts(actor, query.after)),
)
