import { forAdmins, handle, orMarkdown, route } from '@/lib/api/server/route'
import { removal } from '@/lib/content-kind/server/handlers'
import { requireContent, requireContentAsAdmin } from '@/lib/content-kind/server/queries'
import { markdownHandlers } from '@/lib/content-markdown/server/handlers'
import { postCalls } from '@/lib/post/calls'
import { updatePostSchema } from '@/lib/post/input'
import { updatePost, WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { POSTS } from '@/lib/post/server/queries'

const markdown = markdownHandlers('post', postCalls)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  orMarkdown(
    markdown.answerGet,
    forAdmins(
      handle(postCalls.readAsAdmin, {}, async ({ actor, params }) => requireContentAsAdmin(POSTS, actor, params.id)),
      handle(postCalls.read, {}, async ({ params }) => requireContent(POSTS, params.id)),
    ),
  ),
  orMarkdown(
    markdown.answerPut,
    handle(postCalls.update, { body: updatePostSchema }, async ({ actor, params, body, image }) => {
      const post = await updatePost(actor, params.id, body, image)
      return { message: 'Project updated.', _id: post._id, data: post }
    }),
  ),
  removal(WRITABLE_POSTS),
)
