import * as z from 'zod/mini'
import type { Call } from '@/lib/calls/call'

const statusSchema = z.object({ status: z.string() })

export const healthCalls = {
  live: {
    summary: 'Whether the process answers.',
    method: 'GET',
    path: '/api/health/live',
    access: 'anyone',
    answer: statusSchema,
  },
  ready: {
    summary: 'Whether the site can serve requests.',
    method: 'GET',
    path: '/api/health/ready',
    access: 'anyone',
    answer: statusSchema,
  },
} as const satisfies Record<string, Call>
