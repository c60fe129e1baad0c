import { type AnswerOf, type Call, form, serverOnlySchema } from '@/lib/calls/call'
import { contentCalls } from '@/lib/content-kind/calls'
import { adminPostSchema, postSchema } from '@/lib/post/schema'

const input = () => (typeof window === 'undefined' ? import('@/lib/post/input') : serverOnlySchema())

const calls = contentCalls('post', postSchema, adminPostSchema)

export const postCalls = {
  ...calls,
  /** Oldest first; with `keyword`, those whose technologies contain it. */
  list: { ...calls.list, query: async () => (await input()).listPostsQuerySchema },
  listAsAdmin: { ...calls.listAsAdmin, query: async () => (await input()).listPostsAsAdminQuerySchema },
  read: { ...calls.read, answer: postSchema },
  readAsAdmin: { ...calls.readAsAdmin, answer: adminPostSchema },
  create: { ...calls.create, body: form(async () => (await input()).createPostSchema) },
  update: { ...calls.update, body: form(async () => (await input()).updatePostSchema) },
} as const satisfies Record<string, Call>

export type PostWritten = AnswerOf<typeof postCalls.create>
