import { handle, route } from '@/lib/api/server/route'
import { moveCalls } from '@/lib/move/calls'
import { actionSchema } from '@/lib/move/input'
import { advanceMove } from '@/lib/move/server/advance'

/** Of a slice, and of a preview, which has none. */
export const maxDuration = 60

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(moveCalls.act, { body: actionSchema }, ({ actor, params, body }) => advanceMove(actor, params.id, body)),
)
