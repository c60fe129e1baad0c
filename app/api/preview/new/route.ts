import { handle, route } from '@/lib/api/server/route'
import { previewCalls } from '@/lib/preview/calls'
import { createPreviewSchema } from '@/lib/preview/input'
import { createPreviewLink } from '@/lib/preview/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(previewCalls.create, { body: createPreviewSchema }, async ({ actor, body }) => {
    const data = await createPreviewLink(actor, body)
    return { message: 'Preview link created.', _id: data._id, data }
  }),
)
