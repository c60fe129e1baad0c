import type { Member } from '@/lib/access/actor'
import { handle, route } from '@/lib/api/server/route'
import { countWrite } from '@/lib/auth/server/auth-rate-limit'
import { clientAddress } from '@/lib/http/server/client-address'
import { copyCalls } from '@/lib/working-copy/calls'
import { assertMayKeep, deleteWorkingCopy, noCopy, saveWorkingCopy } from '@/lib/working-copy/server/mutations'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'

type Caller = { actor: Member; params: { id: string }; request: Request }

const mayKeep = ({ actor, params }: Caller) => assertMayKeep(actor, params.id)

/** Counted with all other writes, which the audit log would otherwise do. */
async function mayWrite({ actor, params, request }: Caller) {
  assertMayKeep(actor, params.id)
  await countWrite(actor, clientAddress(request.headers))
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(
    copyCalls.read,
    async ({ actor, params }) => {
      const copy = await getWorkingCopy(actor, params.id)
      if (!copy) throw noCopy()
      return { copy }
    },
    mayKeep,
  ),
  handle(copyCalls.save, ({ actor, params, body }) => saveWorkingCopy(actor, params.id, body), mayWrite),
  handle(
    copyCalls.remove,
    async ({ actor, params, body }) => {
      await deleteWorkingCopy(actor, params.id, body.on)
      return { message: 'Working copy deleted.' }
    },
    mayWrite,
  ),
)
