import { handle, route } from '@/lib/api/server/route'
import { userCalls } from '@/lib/user/calls'
import { changeMembers } from '@/lib/user/server/mutations'
import { pagesShowing } from '@/lib/user/server/queries'

const CHANGES = {
  promote: ['is now an admin', 'are now admins'],
  demote: ['is no longer an admin', 'are no longer admins'],
  'end-sessions': ['is signed out everywhere', 'are signed out everywhere'],
  delete: ['is deleted', 'are deleted'],
} as const

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(userCalls.changeMembers, async ({ actor, body: { ids, action }, invalidate }) => {
    const count = await changeMembers(actor, { ids, action })
    if (action === 'end-sessions') invalidate(false)
    // The deleted account may have been the site's owner: then every page shows something else.
    else if (action !== 'delete') invalidate(await pagesShowing(ids))
    return { message: membersMessage(action, count), count }
  }),
)

/** "1 member is now an admin." */
function membersMessage(action: keyof typeof CHANGES, count: number): string {
  const [one, several] = CHANGES[action]
  return count === 1 ? `1 member ${one}.` : `${count} members ${several}.`
}
