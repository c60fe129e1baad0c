import type { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import type { actionSchema } from '@/lib/move/input'
import { isWorking, type MoveJob } from '@/lib/move/schema'
import { actOnMove, requireMove } from '@/lib/move/server/mutations'
import { currentMove } from '@/lib/move/server/queries'
import { moveRunner } from '@/lib/move/server/runner'

/** Well within what a host of functions gives a request. */
const SLICE_MS = 10_000

/**
 * Does what the screen asks for. On our own server its runner works; elsewhere each request does a slice.
 * @throws AppError as `actOnMove`
 */
export async function advanceMove(
  admin: Admin,
  id: string,
  { action, choices }: z.output<typeof actionSchema>,
): Promise<MoveJob> {
  const job = await (action === 'work' ? requireMove(admin, id) : actOnMove(admin, id, { action, choices }))
  if (!isWorking(job)) return job
  if (moveRunner.value) moveRunner.value.wake()
  else if (action === 'work') await workForSlice()
  return (await currentMove(admin)) ?? job
}

/** Works for a while where no process does. Also for the host's schedule, when the screen was closed. */
export async function workForSlice(): Promise<void> {
  if (moveRunner.value) return
  // Importing loads much that nothing else needs.
  const { workOnMove } = await import('@/lib/move/server/jobs')
  await workOnMove({ pause: AbortSignal.timeout(SLICE_MS) })
}
