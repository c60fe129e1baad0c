import * as z from 'zod/mini'
import { type Call, form, serverOnlySchema } from '@/lib/calls/call'
import { adminPostSchema, postSchema } from '@/lib/post/schema'
import { trashCalls } from '@/lib/table/calls'

const input = () => (typeof window === 'undefined' ? import('@/lib/post/input') : serverOnlySchema())

const writtenSchema = z.object({ message: z.string(), _id: z.string(), data: adminPostSchema })

export type PostWritten = z.output<typeof writtenSchema>

export const postCalls = {
  /** Oldest first; with `keyword`, those whose technologies contain it. */
  list: {
    method: 'GET',
    path: '/api/post',
    access: 'anyone',
    query: async () => (await input()).listPostsQuerySchema,
    answer: z.array(postSchema),
    isPublic: true,
  },
  /** What admins get at the same address: those of one status or all, with their status. */
  listAsAdmin: {
    method: 'GET',
    path: '/api/post',
    access: 'admin',
    query: async () => (await input()).listPostsAsAdminQuerySchema,
    answer: z.array(adminPostSchema),
  },
  read: { method: 'GET', path: '/api/post/:id', access: 'anyone', answer: postSchema, isPublic: true },
  readAsAdmin: { method: 'GET', path: '/api/post/:id', access: 'admin', answer: adminPostSchema },
  /** Once per key; 409 with the project created first when the key was used with another text or image. */
  create: {
    method: 'POST',
    path: '/api/post/new',
    access: 'admin',
    body: form(async () => (await input()).createPostSchema),
    status: 201,
    answer: writtenSchema,
    current: adminPostSchema,
    audit: 'post.create',
    invalidatesPages: true,
    isIdempotent: true,
  },
  /** With `version`, only if it has not changed since. */
  update: {
    method: 'PUT',
    path: '/api/post/:id',
    access: 'admin',
    body: form(async () => (await input()).updatePostSchema),
    answer: writtenSchema,
    current: adminPostSchema,
    audit: 'post.update',
    invalidatesPages: true,
  },
  ...trashCalls('post'),
} as const satisfies Record<string, Call>
