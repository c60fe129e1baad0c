import { handle, route } from '@/lib/api/server/route'
import { moveCalls } from '@/lib/move/calls'
import { createMove } from '@/lib/move/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(moveCalls.create, ({ actor, body }) => createMove(actor, body)),
)
