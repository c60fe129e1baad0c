import { type Call, serverOnlySchema } from '@/lib/calls/call'

const input = () => (typeof window === 'undefined' ? import('@/lib/audit/input') : serverOnlySchema())

export const auditCalls = {
  /** The log as a file, of what the filter leaves. */
  export: {
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    query: async () => (await input()).auditQuerySchema,
  },
} as const satisfies Record<string, Call>
