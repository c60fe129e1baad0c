import { handle, route } from '@/lib/api/server/route'
import { postCalls } from '@/lib/post/calls'
import { trashPosts } from '@/lib/post/server/mutations'
import { trashMessage } from '@/lib/table/table-state'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(postCalls.trash, async ({ actor, body }) => {
    const count = await trashPosts(actor, body)
    return { message: trashMessage('project', count, body.action), count }
  }),
)
