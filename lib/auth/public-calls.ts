import type { authCalls } from '@/lib/auth/calls'
import type { SessionAnswer } from '@/lib/auth/schema'
import { guarded, isRecord } from '@/lib/calls/client'

/** The sign-in as screens of visitors send it. */
export const signInCall = guarded<typeof authCalls.signIn, SessionAnswer>(
  { method: 'POST', path: '/api/user/signin' },
  (body): body is SessionAnswer =>
    isRecord(body) &&
    typeof body.message === 'string' &&
    typeof body._id === 'string' &&
    isRecord(body.userProfile) &&
    typeof body.userProfile.name === 'string' &&
    typeof body.userProfile.isAdmin === 'boolean',
)
