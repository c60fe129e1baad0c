import { forAdmins, handle, route } from '@/lib/api/server/route'
import { listContent, listContentAsAdmin } from '@/lib/content-kind/server/queries'
import { noteCalls } from '@/lib/note/calls'
import { NOTES } from '@/lib/note/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(noteCalls.listAsAdmin, async ({ actor, query }) => listContentAsAdmin(NOTES, actor, query)),
    handle(noteCalls.list, async ({ query }) => listContent(NOTES, query)),
  ),
)
