import * as z from 'zod/mini'
import type { Call } from '@/lib/calls/call'

export const programCalls = {
  describe: {
    summary: 'This document: every call of the API.',
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    token: 'any',
    answer: z.looseObject({ openapi: z.string() }),
    isPublic: true,
  },
} as const satisfies Record<string, Call>
