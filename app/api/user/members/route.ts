import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { JSON_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { membersActionSchema } from '@/lib/user/input'
import { changeMembers } from '@/lib/user/server/mutations'
import { pagesShowing } from '@/lib/user/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const input = parseInput(membersActionSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const count = await changeMembers(admin, input)
    // The deleted account may have been the site's owner.
    if (input.action === 'delete') invalidatePages()
    else if (input.action !== 'end-sessions') invalidatePages(await pagesShowing(input.ids))
    return json({ message: `${count} member${count === 1 ? '' : 's'} changed.`, count })
  },
})
