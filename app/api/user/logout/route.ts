import { handle, route } from '@/lib/api/server/route'
import { authCalls } from '@/lib/auth/calls'
import { endCurrentSession } from '@/lib/auth/server/session'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(authCalls.signOut, {}, async () => {
    await endCurrentSession()
    return { message: 'You are signed out.' }
  }),
)
