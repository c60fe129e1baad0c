import type { Call } from '@/lib/calls/call'
import { query } from '@/lib/calls/call'
import type { findQuerySchema } from '@/lib/search/input'
import { findAnswerSchema, newestAnswerSchema } from '@/lib/search/schema'

export const searchCalls = {
  find: {
    summary: 'Searches all public texts, best first.',
    method: 'GET',
    path: '/api/find',
    access: 'anyone',
    token: 'read',
    tools: ['find'],
    query: query<typeof findQuerySchema>(),
    answer: findAnswerSchema,
  },
  /** What is offered while nothing was typed. */
  newest: {
    summary: 'The newest public texts.',
    method: 'GET',
    path: '/api/find/newest',
    access: 'anyone',
    token: 'read',
    answer: newestAnswerSchema,
  },
} as const satisfies Record<string, Call>
