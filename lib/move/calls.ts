import { type Call, serverOnlySchema } from '@/lib/calls/call'

const input = () => (typeof window === 'undefined' ? import('@/lib/move/input') : serverOnlySchema())

export const moveCalls = {
  /** The whole site as a ZIP. */
  export: {
    method: 'GET',
    path: '/api/move/export',
    access: 'admin',
    query: async () => (await input()).exportQuerySchema,
  },
} as const satisfies Record<string, Call>
