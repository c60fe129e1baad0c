import { handle, route } from '@/lib/api/server/route'
import { authCalls } from '@/lib/auth/calls'
import { checkCredentials } from '@/lib/auth/server/credentials'
import { setSessionCookie, startSession } from '@/lib/auth/server/session'
import { clientAddress } from '@/lib/http/server/client-address'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(authCalls.signIn, async ({ request, body }) => {
    const { id, name, isAdmin } = await checkCredentials(body, clientAddress(request.headers))
    await setSessionCookie(await startSession({ id, name, isAdmin }, request.headers.get('user-agent') ?? ''))
    return { message: `Welcome, ${name}!`, _id: id, userProfile: { name, isAdmin } }
  }),
)
