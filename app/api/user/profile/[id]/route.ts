import { currentMember, requireMember } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { readJson } from '@/lib/http/json-body'
import { forgetPages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { JSON_BODY_MAX_BYTES } from '@/lib/limits'
import { updateProfile } from '@/lib/user/mutations'
import { requireProfile } from '@/lib/user/queries'
import { updateProfileSchema } from '@/lib/user/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async GET({ params }) {
    return answer({ user: await requireProfile(params.id, await currentMember()) })
  },
  async PUT({ request, params }) {
    const member = await requireMember()
    const input = parseInput(updateProfileSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const user = await updateProfile(member, params.id, input)
    forgetPages()
    return answer({ message: 'Profile updated.', user })
  },
})
