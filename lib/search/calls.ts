import type { Call } from '@/lib/calls/call'
import { serverOnlySchema } from '@/lib/calls/call'
import { findAnswerSchema, newestAnswerSchema } from '@/lib/search/schema'

const input = () => (typeof window === 'undefined' ? import('@/lib/search/input') : serverOnlySchema())

export const searchCalls = {
  /** Projects and notes, best first. */
  find: {
    method: 'GET',
    path: '/api/find',
    access: 'anyone',
    query: async () => (await input()).findQuerySchema,
    answer: findAnswerSchema,
  },
  /** What is offered while nothing was typed. */
  newest: {
    method: 'GET',
    path: '/api/find/newest',
    access: 'anyone',
    answer: newestAnswerSchema,
  },
} as const satisfies Record<string, Call>
