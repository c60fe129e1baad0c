import { forAdmins, handle, route } from '@/lib/api/server/route'
import { noteCalls } from '@/lib/note/calls'
import { listNotes, listNotesAsAdmin } from '@/lib/note/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(noteCalls.listAsAdmin, async ({ actor, query }) => listNotesAsAdmin(actor, query)),
    handle(noteCalls.list, async ({ query }) => listNotes(query)),
  ),
)
