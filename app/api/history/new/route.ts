import { handle, route } from '@/lib/api/server/route'
import { countWrite } from '@/lib/auth/server/auth-rate-limit'
import { historyCalls } from '@/lib/history/calls'
import { keepRevisionSchema } from '@/lib/history/input'
import { clientAddress } from '@/lib/http/server/client-address'
import { keepByHand } from '@/lib/working-copy/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    historyCalls.keep,
    { body: keepRevisionSchema },
    async ({ actor, body }) => {
      await keepByHand(actor, body)
      return { message: 'Revision stored.' }
    },
    // Counted with all other writes, which the audit log would otherwise do.
    ({ actor, request }) => countWrite(actor, clientAddress(request.headers)),
  ),
)
