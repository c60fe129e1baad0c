import * as z from 'zod/mini'
import { type Call, query } from '@/lib/calls/call'
import type { textsQuerySchema } from '@/lib/content-markdown/input'
import { listedTextSchema } from '@/lib/content-markdown/schema'

export const textCalls = {
  list: {
    summary: 'All notes and projects by id, 100 a page: fewer are the last ones.',
    method: 'GET',
    path: '/api/text',
    access: 'admin',
    token: 'read',
    query: query<typeof textsQuerySchema>(),
    answer: z.array(listedTextSchema),
  },
} as const satisfies Record<string, Call>
