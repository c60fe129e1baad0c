import type { authCalls } from '@/lib/auth/calls'
import type { SessionAnswer } from '@/lib/auth/schema'
import { guarded, isRecord } from '@/lib/calls/client'

/** The sign-in as screens of visitors send it. */
export const signInCall = guarded<typeof authCalls.signIn, SessionAnswer>(
  { method: 'POST', path: '/api/user/signin' },
  isSessionAnswer,
)

/** The logged-in call, for the screen that refuses people. */
export const loggedInCall = guarded<typeof authCalls.loggedIn, SessionAnswer>(
  { method: 'GET', path: '/api/user/loggedIn' },
  isSessionAnswer,
)

function isSessionAnswer(body: unknown): body is SessionAnswer {
  return (
    isRecord(body) &&
    typeof body.message === 'string' &&
    typeof body._id === 'string' &&
    isRecord(body.userProfile) &&
    typeof body.userProfile.name === 'string' &&
    typeof body.userProfile.isAdmin === 'boolean'
  )
}
