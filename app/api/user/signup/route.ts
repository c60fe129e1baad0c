import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { SIGN_IN_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { clientAddress } from '@/lib/http/server/client-address'
import { signUpSchema } from '@/lib/user/input'
import { requireSignUpOpen, signUp } from '@/lib/user/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    await requireSignUpOpen()
    const input = parseInput(signUpSchema, await readJson(request, SIGN_IN_BODY_MAX_BYTES))
    const { _id } = await signUp(input, clientAddress(request.headers))
    return json({ message: 'Registration complete. You can sign in now.', _id }, 201)
  },
})
