import { handle, route } from '@/lib/api/server/route'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { pageCalls } from '@/lib/page/calls'
import { WRITABLE_PAGES } from '@/lib/page/server/mutations'
import { trashMessage } from '@/lib/table/table-state'
import { trashActionSchema } from '@/lib/table/trash-schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(pageCalls.trash, { body: trashActionSchema }, async ({ actor, body }) => {
    const count = await trashContent(WRITABLE_PAGES, actor, body)
    return { message: trashMessage('page', count, body.action), count }
  }),
)
