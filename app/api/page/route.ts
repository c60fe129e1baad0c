import { forAdmins, handle, route } from '@/lib/api/server/route'
import { pageQuerySchema } from '@/lib/content/fields'
import { listContent, listContentAsAdmin } from '@/lib/content-kind/server/queries'
import { pageCalls } from '@/lib/page/calls'
import { PAGES } from '@/lib/page/server/queries'
import { adminPageQuerySchema } from '@/lib/publishing/input'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(pageCalls.listAsAdmin, { query: adminPageQuerySchema }, async ({ actor, query }) =>
      listContentAsAdmin(PAGES, actor, query),
    ),
    handle(pageCalls.list, { query: pageQuerySchema }, async ({ query }) => listContent(PAGES, query)),
  ),
)
