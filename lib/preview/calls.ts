import * as z from 'zod/mini'
import { messageSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'
import type { createPreviewSchema } from '@/lib/preview/input'
import { previewLinkSchema } from '@/lib/preview/schema'

export const previewCalls = {
  create: {
    summary: 'Makes a link that shows a text that is not public.',
    method: 'POST',
    path: '/api/preview/new',
    access: 'admin',
    token: 'write',
    tools: ['preview_create'],
    body: json<typeof createPreviewSchema>(),
    status: 201,
    answer: z.object({ message: z.string(), _id: z.string(), data: previewLinkSchema }),
    refuses: [404],
    audit: 'preview.create',
  },
  revoke: {
    summary: 'Ends a preview link.',
    method: 'DELETE',
    path: '/api/preview/:id',
    access: 'admin',
    token: 'write',
    answer: messageSchema,
    audit: 'preview.revoke',
  },
} as const satisfies Record<string, Call>
