import * as z from 'zod/mini'
import { type Call, form, notInBrowsers } from '@/lib/calls/call'
import { imageSchema } from '@/lib/media/schema'

const input = () => (typeof window === 'undefined' ? import('@/lib/media/input') : notInBrowsers())

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
} as const satisfies Record<string, Call>
