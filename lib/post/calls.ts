import { messageSchema } from '@/lib/calls/answers'
import { type AnswerOf, type Call, form, json, query } from '@/lib/calls/call'
import { contentCalls, markdownCalls } from '@/lib/content-kind/calls'
import type {
  createPostSchema,
  listPostsAsAdminQuerySchema,
  listPostsQuerySchema,
  orderPostsSchema,
  updatePostSchema,
} from '@/lib/post/input'
import { adminPostSchema, postSchema } from '@/lib/post/schema'

const calls = contentCalls('post', postSchema, adminPostSchema)

export const postCalls = {
  ...calls,
  ...markdownCalls('post'),
  /** With `keyword`, those whose technologies contain it. */
  list: { ...calls.list, query: query<typeof listPostsQuerySchema>() },
  listAsAdmin: { ...calls.listAsAdmin, tools: ['post_list'], query: query<typeof listPostsAsAdminQuerySchema>() },
  read: { ...calls.read, answer: postSchema },
  readAsAdmin: { ...calls.readAsAdmin, answer: adminPostSchema },
  create: { ...calls.create, body: form<typeof createPostSchema>() },
  update: { ...calls.update, body: form<typeof updatePostSchema>() },
  remove: { ...calls.remove, tools: ['post_trash'] },
  order: {
    summary: 'Puts all pinned projects into an order.',
    method: 'PUT',
    path: '/api/post/order',
    access: 'admin',
    token: 'publish',
    body: json<typeof orderPostsSchema>(),
    answer: messageSchema,
    refuses: [409],
    audit: 'post.order',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>

export type PostWritten = AnswerOf<typeof postCalls.create>
