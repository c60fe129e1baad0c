import { handle, route } from '@/lib/api/server/route'
import { countMissing } from '@/lib/not-found/server/mutations'
import { env } from '@/lib/platform/server/env'
import { findEnd } from '@/lib/redirects/server/queries'
import { searchCalls } from '@/lib/search/calls'
import { findQuerySchema } from '@/lib/search/input'
import { find, findNamed } from '@/lib/search/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(searchCalls.find, { query: findQuerySchema }, async ({ query, request }) => {
    if (!query.near) return find(query)
    // A serverless host sends its own copy of a missing page, which asks for what is near.
    if (env().VERCEL && (await findEnd(query.near)) === null)
      await countMissing(query.near, request.headers.get('user-agent') ?? '')
    return findNamed(query.near, query.limit)
  }),
)
