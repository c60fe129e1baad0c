import { guarded, isRecord } from '@/lib/calls/client'
import type { userCalls } from '@/lib/user/calls'

/** The registration as its screen sends it. */
export const signUpCall = guarded<typeof userCalls.signUp, { message: string }>(
  { method: 'POST', path: '/api/user/signup' },
  (body): body is { message: string } => isRecord(body) && typeof body.message === 'string',
)

type EmailAnswer = { user: { email: string } }

/** A profile, for the email its page may not show to everyone. */
export const readEmailCall = guarded<typeof userCalls.readProfile, EmailAnswer>(
  { method: 'GET', path: '/api/user/profile/:id' },
  (body): body is EmailAnswer => isRecord(body) && isRecord(body.user) && typeof body.user.email === 'string',
)
