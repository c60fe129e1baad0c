import type { auditQuerySchema } from '@/lib/audit/input'
import { type Call, query } from '@/lib/calls/call'

export const auditCalls = {
  export: {
    summary: 'The audit log as a file: the rows that the filter leaves.',
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    query: query<typeof auditQuerySchema>(),
    raw: { answers: ['text/csv', 'application/jsonl'] },
  },
} as const satisfies Record<string, Call>
