import { handle, route } from '@/lib/api/server/route'
import { userCalls } from '@/lib/user/calls'
import { membersActionSchema } from '@/lib/user/input'
import { changeMembers } from '@/lib/user/server/mutations'

const CHANGES = {
  promote: ['is now an admin', 'are now admins'],
  demote: ['is no longer an admin', 'are no longer admins'],
  'end-sessions': ['is signed out everywhere', 'are signed out everywhere'],
  delete: ['was deleted', 'were deleted'],
} as const

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(userCalls.changeMembers, { body: membersActionSchema }, async ({ actor, body: { ids, action } }) => {
    const count = await changeMembers(actor, { ids, action })
    return { message: membersMessage(action, count), count }
  }),
)

/** "1 member is now an admin." */
function membersMessage(action: keyof typeof CHANGES, count: number): string {
  const [one, several] = CHANGES[action]
  return count === 1 ? `1 member ${one}.` : `${count} members ${several}.`
}
