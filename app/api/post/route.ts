import { forAdmins, handle, route } from '@/lib/api/server/route'
import { postCalls } from '@/lib/post/calls'
import { listPostsAsAdminQuerySchema, listPostsQuerySchema } from '@/lib/post/input'
import { listPosts, listPostsAsAdmin } from '@/lib/post/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(postCalls.listAsAdmin, { query: listPostsAsAdminQuerySchema }, async ({ actor, query }) =>
      listPostsAsAdmin(actor, query),
    ),
    handle(postCalls.list, { query: listPostsQuerySchema }, async ({ query }) => listPosts(query)),
  ),
)
