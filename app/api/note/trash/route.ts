import { handle, route } from '@/lib/api/server/route'
import { noteCalls } from '@/lib/note/calls'
import { trashNotes } from '@/lib/note/server/mutations'
import { trashMessage } from '@/lib/table/table-state'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(noteCalls.trash, async ({ actor, body }) => {
    const count = await trashNotes(actor, body)
    return { message: trashMessage('note', count, body.action), count }
  }),
)
