import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'
import { requireCronSecret } from '@/lib/auth/server/cron-auth'
import { invalidatePages } from '@/lib/cache/invalidate'
import { runMaintenance } from '@/lib/ops/maintenance'

export const maxDuration = 60

/** GET, because serverless hosts send that on schedule. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    requireCronSecret(request)
    const report = await runMaintenance()
    // Where a host caches pages, writes from the shell cannot invalidate them: they show now at the latest.
    invalidatePages()
    return json({ message: 'Maintenance done.', report })
  },
})
