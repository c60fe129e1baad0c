import { handle, route } from '@/lib/api/server/route'
import { revokeToken } from '@/lib/auth/server/token-mutations'
import { tokenCalls } from '@/lib/auth/token-calls'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(tokenCalls.revoke, {}, async ({ actor, params }) => {
    await revokeToken(actor, params.id)
    return { message: 'Token revoked.' }
  }),
)
