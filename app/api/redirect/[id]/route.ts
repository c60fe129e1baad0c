import { handle, route } from '@/lib/api/server/route'
import { redirectCalls } from '@/lib/redirects/calls'
import { deleteRedirect } from '@/lib/redirects/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(redirectCalls.remove, {}, async ({ actor, params }) => {
    return { message: `The redirect of ${await deleteRedirect(actor, params.id)} is deleted.` }
  }),
)
