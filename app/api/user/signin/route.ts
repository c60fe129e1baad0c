import { checkCredentials } from '@/lib/auth/credentials'
import { setSessionCookie, startSession } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { clientAddress } from '@/lib/http/client-address'
import { readJson } from '@/lib/http/json-body'
import { parseInput, route } from '@/lib/http/route'
import { SIGN_IN_BODY_MAX_BYTES } from '@/lib/limits'
import { signInSchema } from '@/lib/user/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const input = parseInput(signInSchema, await readJson(request, SIGN_IN_BODY_MAX_BYTES))
    const { id, name, isAdmin } = await checkCredentials(input, clientAddress(request.headers))
    await setSessionCookie(await startSession({ id, name, isAdmin }, request.headers.get('user-agent') ?? ''))
    return answer({ message: `Welcome, ${name}!`, _id: id, userProfile: { name, isAdmin } })
  },
})
