import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { currentMember, requireMember } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { JSON_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { updateProfileSchema } from '@/lib/user/input'
import { requireProfileWriter, updateProfile } from '@/lib/user/server/mutations'
import { pagesShowing, requireProfile } from '@/lib/user/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async GET({ params }) {
    return json({ user: await requireProfile(params.id, await currentMember()) })
  },
  async PUT({ request, params }) {
    const member = await requireMember()
    requireProfileWriter(member, params.id)
    const input = parseInput(updateProfileSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const { profile: user, isChanged } = await updateProfile(member, params.id, input)
    if (isChanged) invalidatePages(await pagesShowing([user.id]))
    return json({ message: 'Profile updated.', user })
  },
})
