import { handle, route } from '@/lib/api/server/route'
import { authCalls } from '@/lib/auth/calls'
import { refreshHint } from '@/lib/auth/server/session'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(authCalls.loggedIn, {}, async ({ actor }) => {
    await refreshHint(actor)
    const { userId, name, isAdmin } = actor
    return { message: 'You are signed in.', _id: userId, userProfile: { name, isAdmin } }
  }),
)
