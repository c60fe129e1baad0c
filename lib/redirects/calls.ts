import * as z from 'zod/mini'
import { messageSchema } from '@/lib/calls/answers'
import { type Call, json, query } from '@/lib/calls/call'
import type { createRedirectSchema, listRedirectsSchema } from '@/lib/redirects/input'
import { redirectSchema } from '@/lib/redirects/schema'

export const redirectCalls = {
  list: {
    summary: 'All redirects by their source, at most 10,000; with format=csv as a file.',
    method: 'GET',
    path: '/api/redirect',
    access: 'admin',
    token: 'read',
    query: query<typeof listRedirectsSchema>(),
    answer: z.object({ data: z.array(redirectSchema) }),
    raw: { answers: ['text/csv'] },
  },
  create: {
    summary: 'Leads an address where no page is to a page; without a target it is gone and answers 410.',
    method: 'POST',
    path: '/api/redirect',
    access: 'admin',
    token: 'publish',
    body: json<typeof createRedirectSchema>(),
    status: 201,
    answer: z.object({ message: z.string(), _id: z.string(), data: redirectSchema }),
    refuses: [409],
    audit: 'redirect.create',
    invalidatesPages: 'missing',
  },
  remove: {
    summary: 'Deletes a redirect.',
    method: 'DELETE',
    path: '/api/redirect/:id',
    access: 'admin',
    token: 'publish',
    answer: messageSchema,
    audit: 'redirect.delete',
    invalidatesPages: 'missing',
  },
} as const satisfies Record<string, Call>
