import { messageSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'
import type { keepRevisionSchema } from '@/lib/history/input'

export const historyCalls = {
  /** Makes a revision of what is stored now of a text: it was saved by hand. Not in the audit log, as `restore`. */
  keep: {
    method: 'POST',
    path: '/api/history/new',
    access: 'admin',
    token: 'write',
    body: json<typeof keepRevisionSchema>(),
    answer: messageSchema,
    audit: null,
  },
  /**
   * Puts the text of a revision, whose number `id` is, into one's own working copy of its row. Not in the audit log, as no
   * write of a working copy is.
   */
  restore: {
    method: 'POST',
    path: '/api/history/:id',
    access: 'admin',
    token: 'write',
    answer: messageSchema,
    audit: null,
  },
} as const satisfies Record<string, Call>
