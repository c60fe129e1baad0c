import { handle, route } from '@/lib/api/server/route'
import { noteCalls } from '@/lib/note/calls'
import { listNotes } from '@/lib/note/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(noteCalls.list, async ({ query }) => listNotes(query)),
)
