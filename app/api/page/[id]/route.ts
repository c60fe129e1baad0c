import { forAdmins, handle, route } from '@/lib/api/server/route'
import { removal } from '@/lib/content-kind/server/handlers'
import { requireContent, requireContentAsAdmin } from '@/lib/content-kind/server/queries'
import { pageCalls } from '@/lib/page/calls'
import { updatePageSchema } from '@/lib/page/input'
import { updatePage, WRITABLE_PAGES } from '@/lib/page/server/mutations'
import { PAGES } from '@/lib/page/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(pageCalls.readAsAdmin, {}, async ({ actor, params }) => ({
      data: await requireContentAsAdmin(PAGES, actor, params.id),
    })),
    handle(pageCalls.read, {}, async ({ params }) => ({ data: await requireContent(PAGES, params.id) })),
  ),
  handle(pageCalls.update, { body: updatePageSchema }, async ({ actor, params, body }) => {
    const page = await updatePage(actor, params.id, body)
    return { message: 'Page updated.', _id: page._id, data: page }
  }),
  removal(WRITABLE_PAGES),
)
