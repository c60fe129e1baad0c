import { handle, route } from '@/lib/api/server/route'
import { workForSlice } from '@/lib/move/server/advance'
import { opsCalls } from '@/lib/ops/calls'
import { runMaintenance } from '@/lib/ops/jobs'

export const maxDuration = 60

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(opsCalls.maintain, {}, async () => {
    await workForSlice()
    return { message: 'Maintenance done.', report: await runMaintenance() }
  }),
)
