import { forAdmins, handle, route } from '@/lib/api/server/route'
import { postCalls } from '@/lib/post/calls'
import { deletePost, updatePost } from '@/lib/post/server/mutations'
import { requirePost, requirePostAsAdmin } from '@/lib/post/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(postCalls.readAsAdmin, async ({ actor, params }) => requirePostAsAdmin(actor, params.id)),
    handle(postCalls.read, async ({ params }) => requirePost(params.id)),
  ),
  handle(postCalls.update, async ({ actor, params, body, image }) => {
    const post = await updatePost(actor, params.id, body, image)
    return { message: 'Project updated.', _id: post._id, data: post }
  }),
  handle(postCalls.remove, async ({ actor, params }) => {
    await deletePost(actor, params.id)
    return { message: 'Project deleted.' }
  }),
)
