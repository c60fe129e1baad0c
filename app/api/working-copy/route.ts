import { handle, route } from '@/lib/api/server/route'
import { copyCalls } from '@/lib/working-copy/calls'
import { listWorkingCopies } from '@/lib/working-copy/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(copyCalls.list, async ({ actor }) => ({ copies: await listWorkingCopies(actor) })),
)
