import { handle, route } from '@/lib/api/server/route'
import { countWrite } from '@/lib/auth/server/auth-rate-limit'
import { restore } from '@/lib/autosave/server/mutations'
import { historyCalls } from '@/lib/history/calls'
import { revisionNumber } from '@/lib/history/revision-params'
import { clientAddress } from '@/lib/http/server/client-address'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    historyCalls.restore,
    {},
    async ({ actor, params }) => {
      await restore(actor, revisionNumber(params.id) ?? 0)
      return { message: 'Revision restored.' }
    },
    // Counted with all other writes, which the audit log would otherwise do.
    ({ actor, request }) => countWrite(actor, clientAddress(request.headers)),
  ),
)
