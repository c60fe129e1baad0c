import * as z from 'zod/mini'
import { type Call, form } from '@/lib/calls/call'
import { imageSchema } from '@/lib/media/schema'

export const mediaCalls = {
  /** Stores an image for a text or as the avatar. */
  create: {
    method: 'POST',
    path: '/api/media/new',
    access: 'admin',
    body: form(async () => (await import('@/lib/media/input')).createImageSchema, {
      imageRequired: 'Choose a picture.',
    }),
    status: 201,
    answer: z.extend(imageSchema, { message: z.string() }),
    audit: 'picture.create',
  },
} as const satisfies Record<string, Call>
