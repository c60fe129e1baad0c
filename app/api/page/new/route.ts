import { handle, route } from '@/lib/api/server/route'
import { pageCalls } from '@/lib/page/calls'
import { createPageSchema } from '@/lib/page/input'
import { createPage } from '@/lib/page/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(pageCalls.create, { body: createPageSchema }, async ({ actor, body }) => {
    const page = await createPage(actor, body)
    return { message: 'Page created.', _id: page._id, data: page }
  }),
)
