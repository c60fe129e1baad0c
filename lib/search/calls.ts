import type { Call } from '@/lib/calls/call'
import { serverOnlySchema } from '@/lib/calls/call'
import { findAnswerSchema } from '@/lib/search/schema'

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
} as const satisfies Record<string, Call>
