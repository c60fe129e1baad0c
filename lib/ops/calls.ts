import * as z from 'zod/mini'
import type { Call } from '@/lib/calls/call'

export const opsCalls = {
  /** GET, because serverless hosts send that on schedule. */
  maintain: {
    summary: 'Runs the jobs of the site.',
    method: 'GET',
    path: '/api/maintenance',
    access: 'schedule',
    refuses: [404],
    answer: z.object({ message: z.string(), report: z.record(z.string(), z.nullable(z.number())) }),
    // Where a host caches pages, writes from the shell cannot invalidate them: they show now at the latest.
    invalidatesPages: 'all',
  },
} as const satisfies Record<string, Call>
