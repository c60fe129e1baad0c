import { messageSchema } from '@/lib/calls/answers'
import type { Call } from '@/lib/calls/call'

export const historyCalls = {
  /**
   * Puts the text of a revision, whose number `id` is, into one's own working copy of its row. Not in the audit log, as no
   * write of a working copy is.
   */
  restore: {
    method: 'POST',
    path: '/api/history/:id',
    access: 'admin',
    answer: messageSchema,
    audit: null,
  },
} as const satisfies Record<string, Call>
