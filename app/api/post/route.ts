import { forAdmins, handle, route } from '@/lib/api/server/route'
import { postCalls } from '@/lib/post/calls'
import { listPosts, listPostsAsAdmin } from '@/lib/post/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(postCalls.listAsAdmin, async ({ actor, query }) => listPostsAsAdmin(actor, query)),
    handle(postCalls.list, async ({ query }) => listPosts(query)),
  ),
)
