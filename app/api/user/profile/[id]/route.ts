import { handle, route } from '@/lib/api/server/route'
import { currentMember } from '@/lib/auth/server/session'
import { userCalls } from '@/lib/user/calls'
import { updateProfileSchema } from '@/lib/user/input'
import { requireProfileWriter, updateProfile } from '@/lib/user/server/mutations'
import { requireProfile } from '@/lib/user/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(userCalls.readProfile, {}, async ({ params }) => ({
    user: await requireProfile(params.id, await currentMember()),
  })),
  handle(
    userCalls.updateProfile,
    { body: updateProfileSchema },
    async ({ actor, params, body }) => {
      const user = await updateProfile(actor, params.id, body)
      return { message: 'Profile updated.', user }
    },
    ({ actor, params }) => requireProfileWriter(actor, params.id),
  ),
)
