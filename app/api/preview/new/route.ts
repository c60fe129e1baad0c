import { handle, route } from '@/lib/api/server/route'
import { previewCalls } from '@/lib/preview/calls'
import { createPreviewLink } from '@/lib/preview/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(previewCalls.create, async ({ actor, body }) => {
    const data = await createPreviewLink(actor, body)
    return { message: 'Preview link created.', _id: data._id, data }
  }),
)
