import { handle, route } from '@/lib/api/server/route'
import { postCalls } from '@/lib/post/calls'
import { listPosts } from '@/lib/post/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(postCalls.list, async ({ query }) => listPosts(query)),
)
