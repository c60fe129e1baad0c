import * as z from 'zod/mini'
import { countSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'
import type { mergeTechnologiesSchema, updateTechnologySchema } from '@/lib/technology/input'

/** `slug` is the end of its address. */
const technologySchema = z.object({ slug: z.string(), name: z.string(), text: z.string() })

/** Technologies are made by what names them; these change them. */
export const technologyCalls = {
  update: {
    summary: 'Changes a technology; its old address redirects to the new one.',
    method: 'PUT',
    path: '/api/technology/:id',
    access: 'admin',
    token: 'publish',
    body: json<typeof updateTechnologySchema>(),
    answer: z.object({ message: z.string(), data: technologySchema }),
    audit: 'technology.update',
    invalidatesPages: true,
  },
  merge: {
    summary: 'Merges technologies into one, whose name and address all of them get.',
    method: 'POST',
    path: '/api/technology/merge',
    access: 'admin',
    token: 'publish',
    body: json<typeof mergeTechnologiesSchema>(),
    answer: countSchema,
    refuses: [404],
    audit: 'technology.merge',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>
