import { handle, route } from '@/lib/api/server/route'
import { tokenCalls } from '@/lib/auth/token-calls'
import { AppError } from '@/lib/http/errors'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(tokenCalls.read, {}, async ({ actor: { token } }) => {
    if (!token) throw new AppError('unauthenticated', 'This address is for tokens: Authorization: Bearer …')
    return { name: token.name, scopes: [...token.scopes], expiresAt: token.expiresAt.toISOString() }
  }),
)
