import * as z from 'zod/mini'
import type { secondFactorActionSchema, signInSchema } from '@/lib/auth/input'
import { sessionAnswerSchema } from '@/lib/auth/schema'
import { messageSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'

export const authCalls = {
  signIn: {
    summary: 'Signs in; 401 with one text for every wrong pair.',
    method: 'POST',
    path: '/api/user/signin',
    access: 'anyone',
    body: json<typeof signInSchema>(),
    answer: sessionAnswerSchema,
    audit: 'session.start',
  },
  signOut: {
    summary: 'Ends the session that calls.',
    method: 'POST',
    path: '/api/user/logout',
    access: 'anyone',
    answer: messageSchema,
    audit: 'session.end',
  },
  loggedIn: {
    summary: 'Who is signed in.',
    method: 'GET',
    path: '/api/user/loggedIn',
    access: 'member',
    answer: sessionAnswerSchema,
  },
  changeSecondFactor: {
    summary: "Begins, confirms or disables one's own two-step sign-in.",
    method: 'POST',
    path: '/api/user/second-factor',
    access: 'member',
    body: json<typeof secondFactorActionSchema>(),
    // The first that fits counts.
    answer: z.union([
      z.object({ message: z.string(), qr: z.string(), key: z.string() }),
      z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
      messageSchema,
    ]),
    refuses: [409],
    audit: 'second-factor.begin',
  },
} as const satisfies Record<string, Call>
