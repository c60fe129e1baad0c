import * as z from 'zod/mini'
import { type Call, form, json } from '@/lib/calls/call'
import type { copyImageSchema, createImageSchema } from '@/lib/media/input'
import { imageSchema } from '@/lib/media/schema'

export const mediaCalls = {
  create: {
    summary: 'Stores an image for a text or as the avatar.',
    method: 'POST',
    path: '/api/media/new',
    access: 'admin',
    token: 'write',
    body: { ...form<typeof createImageSchema>(), imageRequired: 'Choose a picture.' },
    status: 201,
    answer: z.extend(imageSchema, { message: z.string() }),
    audit: 'picture.create',
  },
  copy: {
    summary: 'Stores a copy of an image on another server, for a text.',
    method: 'POST',
    path: '/api/media/copy',
    access: 'admin',
    token: 'write',
    tools: ['picture_copy'],
    body: json<typeof copyImageSchema>(),
    status: 201,
    answer: z.extend(imageSchema, { message: z.string() }),
    audit: 'picture.copy',
  },
} as const satisfies Record<string, Call>
