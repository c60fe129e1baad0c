import type { viewsQuerySchema } from '@/lib/analytics/input'
import { viewsSchema } from '@/lib/analytics/schema'
import { type Call, query } from '@/lib/calls/call'

export const analyticsCalls = {
  /** Sent by lib/browser/page-view.ts. */
  count: {
    summary: 'Counts a view of a page; 204 whatever is sent.',
    method: 'POST',
    path: '/api/view',
    access: 'anyone',
    raw: {},
    audit: null,
  },
  read: {
    summary: 'How often pages were viewed, from where and with what; with format=csv the rows alone, as a file.',
    method: 'GET',
    path: '/api/views',
    access: 'admin',
    query: query<typeof viewsQuerySchema>(),
    answer: viewsSchema,
    raw: { answers: ['text/csv'] },
  },
} as const satisfies Record<string, Call>
