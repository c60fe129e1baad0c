import * as z from 'zod/mini'
import { type Call, form, json, serverOnlySchema } from '@/lib/calls/call'
import { imageSchema } from '@/lib/media/schema'

const input = () => (typeof window === 'undefined' ? import('@/lib/media/input') : serverOnlySchema())

export const mediaCalls = {
  /** Stores an image for a text or as the avatar. */
  create: {
    method: 'POST',
    path: '/api/media/new',
    access: 'admin',
    body: form(async () => (await input()).createImageSchema, {
      imageRequired: 'Choose a picture.',
    }),
    status: 201,
    answer: z.extend(imageSchema, { message: z.string() }),
    audit: 'picture.create',
  },
  /** Stores a copy of an image that is on another server, for a text. */
  copy: {
    method: 'POST',
    path: '/api/media/copy',
    access: 'admin',
    body: json(async () => (await input()).copyImageSchema),
    status: 201,
    answer: z.extend(imageSchema, { message: z.string() }),
    audit: 'picture.copy',
  },
} as const satisfies Record<string, Call>
