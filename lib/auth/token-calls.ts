import * as z from 'zod/mini'
import type { createTokenSchema } from '@/lib/auth/token-input'
import { tokenSchema } from '@/lib/auth/token-schema'
import { messageSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'

export const tokenCalls = {
  read: {
    summary: 'What the token that calls is, and until when.',
    method: 'GET',
    path: '/api/token',
    access: 'admin',
    token: 'any',
    answer: z.object({ name: z.string(), scopes: z.array(z.string()), expiresAt: z.string() }),
  },
  /** Of the admin who is signed in, lately and with a code where there is a second factor. */
  create: {
    summary: 'Makes a token, shown once.',
    method: 'POST',
    path: '/api/token/new',
    access: 'admin',
    body: json<typeof createTokenSchema>(),
    status: 201,
    answer: z.object({ message: z.string(), _id: z.string(), token: z.string(), data: tokenSchema }),
    refuses: [409],
    audit: 'token.create',
  },
  revoke: {
    summary: "Ends one of one's own tokens.",
    method: 'DELETE',
    path: '/api/token/:id',
    access: 'admin',
    answer: messageSchema,
    audit: 'token.revoke',
  },
} as const satisfies Record<string, Call>
