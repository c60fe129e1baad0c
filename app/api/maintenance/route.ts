import { handle, route } from '@/lib/api/server/route'
import { opsCalls } from '@/lib/ops/calls'
import { runMaintenance } from '@/lib/ops/maintenance'

export const maxDuration = 60

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(opsCalls.maintain, async () => ({ message: 'Maintenance done.', report: await runMaintenance() })),
)
