import { handle, route } from '@/lib/api/server/route'
import { moveCalls } from '@/lib/move/calls'
import { createUndo } from '@/lib/move/server/mutations'
import { moveRunner } from '@/lib/move/server/runner'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(moveCalls.undo, {}, async ({ actor }) => {
    const job = await createUndo(actor)
    moveRunner.value?.wake()
    return job
  }),
)
