import * as z from 'zod/mini'
import { type Call, json } from '@/lib/calls/call'
import { SETTINGS_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import type { updateCvSchema } from '@/lib/cv/input'
import { cvSchema } from '@/lib/cv/schema'

export const cvCalls = {
  read: {
    summary: 'The CV, with what its public page leaves out.',
    method: 'GET',
    path: '/api/cv',
    access: 'admin',
    answer: z.object({ data: cvSchema }),
  },
  update: {
    summary: 'Changes the CV: with version, only if it has not changed since.',
    method: 'PUT',
    path: '/api/cv',
    access: 'admin',
    body: json<typeof updateCvSchema>(SETTINGS_BODY_MAX_BYTES),
    answer: z.object({ message: z.string(), data: cvSchema }),
    current: cvSchema,
    audit: 'cv.update',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>
