import { handle, route } from '@/lib/api/server/route'
import { moveCalls } from '@/lib/move/calls'
import { newFileSchema } from '@/lib/move/input'
import { createMove } from '@/lib/move/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(moveCalls.create, { body: newFileSchema }, ({ actor, body }) => createMove(actor, body)),
)
