import type { auditQuerySchema } from '@/lib/audit/input'
import { type Call, query } from '@/lib/calls/call'

export const auditCalls = {
  /** The log as a file, of what the filter leaves. */
  export: {
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    query: query<typeof auditQuerySchema>(),
  },
} as const satisfies Record<string, Call>
