import { handle, route } from '@/lib/api/server/route'
import { authCalls } from '@/lib/auth/calls'
import { signInSchema } from '@/lib/auth/input'
import { signIn } from '@/lib/auth/server/credentials'
import { setSessionCookie } from '@/lib/auth/server/session'
import { clientAddress } from '@/lib/http/server/client-address'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(authCalls.signIn, { body: signInSchema }, async ({ request, body }) => {
    const userAgent = request.headers.get('user-agent') ?? ''
    const token = await signIn(body, { address: clientAddress(request.headers), userAgent })
    await setSessionCookie(token)
    const { sub, name, isAdmin } = token
    return { message: `Welcome, ${name}!`, _id: sub, userProfile: { name, isAdmin } }
  }),
)
