import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { signInSchema } from '@/lib/auth/input'
import { checkCredentials } from '@/lib/auth/server/credentials'
import { setSessionCookie, startSession } from '@/lib/auth/server/session'
import { SIGN_IN_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { clientAddress } from '@/lib/http/server/client-address'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const input = parseInput(signInSchema, await readJson(request, SIGN_IN_BODY_MAX_BYTES))
    const { id, name, isAdmin } = await checkCredentials(input, clientAddress(request.headers))
    await setSessionCookie(await startSession({ id, name, isAdmin }, request.headers.get('user-agent') ?? ''))
    return json({ message: `Welcome, ${name}!`, _id: id, userProfile: { name, isAdmin } })
  },
})
