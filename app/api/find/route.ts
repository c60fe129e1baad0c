import { handle, route } from '@/lib/api/server/route'
import { searchCalls } from '@/lib/search/calls'
import { findQuerySchema } from '@/lib/search/input'
import { find, findNamed } from '@/lib/search/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(searchCalls.find, { query: findQuerySchema }, async ({ query }) =>
    query.near ? findNamed(query.near, query.limit) : find(query),
  ),
)
