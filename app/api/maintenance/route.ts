import { requireCaller } from '@/lib/auth/caller'
import { answer } from '@/lib/http/answer'
import { invalidatePages } from '@/lib/http/pages'
import { route } from '@/lib/http/route'
import { runMaintenance } from '@/lib/maintenance'

export const maxDuration = 60

/** GET, because that is how a serverless host calls on its schedule. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    requireCaller(request)
    const report = await runMaintenance()
    // What was changed from the shell shows at the latest now, where a host keeps pages that the shell cannot reach.
    invalidatePages()
    return answer({ message: 'Maintenance done.', report })
  },
})
