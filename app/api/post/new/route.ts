import { handle, route } from '@/lib/api/server/route'
import { postCalls } from '@/lib/post/calls'
import { createPost } from '@/lib/post/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(postCalls.create, async ({ actor, body, image, key }) => {
    const post = await createPost(actor, body, image, key)
    return { message: 'Project created.', _id: post._id, data: post }
  }),
)
