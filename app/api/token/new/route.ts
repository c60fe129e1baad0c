import { handle, route } from '@/lib/api/server/route'
import { createToken } from '@/lib/auth/server/token-mutations'
import { tokenCalls } from '@/lib/auth/token-calls'
import { createTokenSchema } from '@/lib/auth/token-input'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(tokenCalls.create, { body: createTokenSchema }, async ({ actor, body }) => {
    const made = await createToken(actor, body)
    return { message: 'Token made. Copy it now: it is not shown again.', _id: made.data._id, ...made }
  }),
)
