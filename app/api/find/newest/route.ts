import { handle, route } from '@/lib/api/server/route'
import { searchCalls } from '@/lib/search/calls'
import { FIND_LIMITS } from '@/lib/search/limits'
import { findNewest } from '@/lib/search/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(searchCalls.newest, {}, async () => findNewest(FIND_LIMITS.NEWEST)),
)
