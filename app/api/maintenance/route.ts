import { handle, route } from '@/lib/api/server/route'
import { slice } from '@/lib/move/server/advance'
import { opsCalls } from '@/lib/ops/calls'
import { runMaintenance } from '@/lib/ops/maintenance'

export const maxDuration = 60

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(opsCalls.maintain, async () => {
    await slice()
    return { message: 'Maintenance done.', report: await runMaintenance() }
  }),
)
