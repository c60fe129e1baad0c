import * as z from 'zod/mini'
import { messageSchema } from '@/lib/calls/answers'
import { type Call, json, serverOnlySchema } from '@/lib/calls/call'
import { previewLinkSchema } from '@/lib/preview/schema'

const input = () => (typeof window === 'undefined' ? import('@/lib/preview/input') : serverOnlySchema())

export const previewCalls = {
  /** A link to a note or project that is not in the trash. */
  create: {
    method: 'POST',
    path: '/api/preview/new',
    access: 'admin',
    body: json(async () => (await input()).createPreviewSchema),
    status: 201,
    answer: z.object({ message: z.string(), _id: z.string(), data: previewLinkSchema }),
    audit: 'preview.create',
  },
  /** From now on it leads nowhere. */
  revoke: {
    method: 'DELETE',
    path: '/api/preview/:id',
    access: 'admin',
    answer: messageSchema,
    audit: 'preview.revoke',
  },
} as const satisfies Record<string, Call>
