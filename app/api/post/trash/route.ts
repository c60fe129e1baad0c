import { handle, route } from '@/lib/api/server/route'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { postCalls } from '@/lib/post/calls'
import { WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { trashMessage } from '@/lib/table/table-state'
import { trashActionSchema } from '@/lib/table/trash-schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(postCalls.trash, { body: trashActionSchema }, async ({ actor, body }) => {
    const count = await trashContent(WRITABLE_POSTS, actor, body)
    return { message: trashMessage('project', count, body.action), count }
  }),
)
