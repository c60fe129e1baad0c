import { handle, route } from '@/lib/api/server/route'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { noteCalls } from '@/lib/note/calls'
import { WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { trashMessage } from '@/lib/table/table-state'
import { trashActionSchema } from '@/lib/table/trash-schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(noteCalls.trash, { body: trashActionSchema }, async ({ actor, body }) => {
    const count = await trashContent(WRITABLE_NOTES, actor, body)
    return { message: trashMessage('note', count, body.action), count }
  }),
)
