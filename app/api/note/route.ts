import { forAdmins, handle, route } from '@/lib/api/server/route'
import { pageQuerySchema } from '@/lib/content/fields'
import { listContent, listContentAsAdmin } from '@/lib/content-kind/server/queries'
import { noteCalls } from '@/lib/note/calls'
import { NOTES } from '@/lib/note/server/queries'
import { adminPageQuerySchema } from '@/lib/publishing/input'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(noteCalls.listAsAdmin, { query: adminPageQuerySchema }, async ({ actor, query }) =>
      listContentAsAdmin(NOTES, actor, query),
    ),
    handle(noteCalls.list, { query: pageQuerySchema }, async ({ query }) => listContent(NOTES, query)),
  ),
)
