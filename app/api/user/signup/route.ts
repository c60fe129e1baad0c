import { handle, route } from '@/lib/api/server/route'
import { clientAddress } from '@/lib/http/server/client-address'
import { userCalls } from '@/lib/user/calls'
import { signUpSchema } from '@/lib/user/input'
import { requireSignUpOpen, signUp } from '@/lib/user/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    userCalls.signUp,
    { body: signUpSchema },
    async ({ request, body }) => {
      const { _id } = await signUp(body, clientAddress(request.headers))
      return { message: 'Registration complete. You can sign in now.', _id }
    },
    requireSignUpOpen,
  ),
)
