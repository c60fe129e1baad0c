import { handle, route } from '@/lib/api/server/route'
import { restore } from '@/lib/autosave/server/mutations'
import { historyCalls } from '@/lib/history/calls'
import { revisionNumber } from '@/lib/history/revision-params'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(historyCalls.restore, {}, async ({ actor, params }) => {
    await restore(actor, revisionNumber(params.id) ?? 0)
    return { message: 'Revision restored.' }
  }),
)
