import { answer } from '@/lib/http/answer'
import { clientAddress } from '@/lib/http/client-address'
import { readJson } from '@/lib/http/json-body'
import { parseInput, route } from '@/lib/http/route'
import { SIGN_IN_BODY_MAX_BYTES } from '@/lib/limits'
import { requireSignUpOpen, signUp } from '@/lib/user/mutations'
import { signUpSchema } from '@/lib/user/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    await requireSignUpOpen()
    const input = parseInput(signUpSchema, await readJson(request, SIGN_IN_BODY_MAX_BYTES))
    const { _id } = await signUp(input, clientAddress(request.headers))
    return answer({ message: 'Registration complete. You can sign in now.', _id }, 201)
  },
})
