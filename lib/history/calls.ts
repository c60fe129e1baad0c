import { messageSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'
import type { keepRevisionSchema } from '@/lib/history/input'

export const historyCalls = {
  /** It was saved by hand. Not in the audit log, as `restore`. */
  keep: {
    summary: 'Makes a revision of a text as it is stored.',
    method: 'POST',
    path: '/api/history/new',
    access: 'admin',
    token: 'write',
    body: json<typeof keepRevisionSchema>(),
    answer: messageSchema,
    refuses: [404],
    audit: null,
  },
  /** `id` is the number of the revision. Not in the audit log, as no write of a working copy is. */
  restore: {
    summary: "Puts the text of a revision into one's own working copy.",
    method: 'POST',
    path: '/api/history/:id',
    access: 'admin',
    token: 'write',
    answer: messageSchema,
    audit: null,
  },
} as const satisfies Record<string, Call>
