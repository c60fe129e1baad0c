import { handle, orMarkdown, route } from '@/lib/api/server/route'
import { markdownHandlers } from '@/lib/content-markdown/server/handlers'
import { postCalls } from '@/lib/post/calls'
import { createPostSchema } from '@/lib/post/input'
import { createPost } from '@/lib/post/server/mutations'
import { POST_CREATED } from '@/lib/texts/form-constants'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  orMarkdown(
    markdownHandlers('post', postCalls).answerPost,
    handle(postCalls.create, { body: createPostSchema }, async ({ actor, body, image }) => {
      const post = await createPost(actor, body, image)
      return { message: POST_CREATED, _id: post._id, data: post }
    }),
  ),
)
