import { currentMember, requireMember } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { readJson } from '@/lib/http/json-body'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { JSON_BODY_MAX_BYTES } from '@/lib/limits'
import { requireProfileWriter, updateProfile } from '@/lib/user/mutations'
import { pagesShowing, requireProfile } from '@/lib/user/queries'
import { updateProfileSchema } from '@/lib/user/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async GET({ params }) {
    return answer({ user: await requireProfile(params.id, await currentMember()) })
  },
  async PUT({ request, params }) {
    const member = await requireMember()
    requireProfileWriter(member, params.id)
    const input = parseInput(updateProfileSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const { profile: user, isChanged } = await updateProfile(member, params.id, input)
    if (isChanged) invalidatePages(await pagesShowing([user.id]))
    return answer({ message: 'Profile updated.', user })
  },
})
