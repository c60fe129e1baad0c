import { handle, route } from '@/lib/api/server/route'
import { previewCalls } from '@/lib/preview/calls'
import { revokePreviewLink } from '@/lib/preview/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(previewCalls.revoke, {}, async ({ actor, params }) => {
    await revokePreviewLink(actor, params.id)
    return { message: 'Preview link revoked.' }
  }),
)
