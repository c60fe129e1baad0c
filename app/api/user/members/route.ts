import { requireAdmin } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { readJson } from '@/lib/http/json-body'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { JSON_BODY_MAX_BYTES } from '@/lib/limits'
import { changeMembers } from '@/lib/user/mutations'
import { pagesShowing } from '@/lib/user/queries'
import { membersActionSchema } from '@/lib/user/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const input = parseInput(membersActionSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const count = await changeMembers(admin, input)
    // A removed account may have been the site's own until now.
    if (input.action === 'delete') invalidatePages()
    else if (input.action !== 'end-sessions') invalidatePages(await pagesShowing(input.ids))
    return answer({ message: `${count} member${count === 1 ? '' : 's'} changed.`, count })
  },
})
