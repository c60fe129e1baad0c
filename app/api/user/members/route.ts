import { handle, route } from '@/lib/api/server/route'
import { userCalls } from '@/lib/user/calls'
import { changeMembers } from '@/lib/user/server/mutations'
import { pagesShowing } from '@/lib/user/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(userCalls.changeMembers, async ({ actor, body: { ids, action }, invalidate }) => {
    const count = await changeMembers(actor, { ids, action })
    if (action === 'end-sessions') invalidate(false)
    // The deleted account may have been the site's owner: then every page shows something else.
    else if (action !== 'delete') invalidate(await pagesShowing(ids))
    return { message: `${count} member${count === 1 ? '' : 's'} changed.`, count }
  }),
)
