import type { Call } from '@/lib/calls/call'

export const auditCalls = {
  /** The log as a file, of what the filter leaves. */
  export: {
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    query: async () => (await import('@/lib/audit/input')).auditQuerySchema,
  },
} as const satisfies Record<string, Call>
