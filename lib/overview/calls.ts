import { messageSchema } from '@/lib/calls/answers'
import type { Call } from '@/lib/calls/call'

export const overviewCalls = {
  backUp: {
    summary: 'Starts a backup of the site, unless one is being made.',
    method: 'POST',
    path: '/api/backup',
    access: 'admin',
    answer: messageSchema,
    refuses: [404],
    audit: 'site.back-up',
  },
} as const satisfies Record<string, Call>
