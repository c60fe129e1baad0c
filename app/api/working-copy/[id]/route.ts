import { handle, route } from '@/lib/api/server/route'
import { autosave } from '@/lib/autosave/server/mutations'
import { isId } from '@/lib/platform/ids'
import { copyCalls } from '@/lib/working-copy/calls'
import { deleteCopySchema, saveCopySchema } from '@/lib/working-copy/input'
import { deleteWorkingCopy, noCopy } from '@/lib/working-copy/server/mutations'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(copyCalls.read, {}, async ({ actor, params }) => {
    if (!isId(params.id)) throw noCopy()
    return { copy: await getWorkingCopy(actor, params.id) }
  }),
  handle(copyCalls.save, { body: saveCopySchema }, ({ actor, params, body }) => autosave(actor, params.id, body)),
  handle(copyCalls.remove, { body: deleteCopySchema }, async ({ actor, params, body }) => {
    await deleteWorkingCopy(actor, params.id, body)
    return { message: 'Working copy deleted.' }
  }),
)
