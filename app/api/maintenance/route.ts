import { json } from '@/lib/api/server/json'
import { route } from '@/lib/api/server/route'
import { requireCronSecret } from '@/lib/auth/server/cron-auth'
import { invalidatePages } from '@/lib/cache/invalidate'
import { runMaintenance } from '@/lib/ops/maintenance'

export const maxDuration = 60

/** GET, because that is how a serverless host calls on its schedule. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    requireCronSecret(request)
    const report = await runMaintenance()
    // What was changed from the shell shows at the latest now, where a host keeps pages that the shell cannot reach.
    invalidatePages()
    return json({ message: 'Maintenance done.', report })
  },
})
