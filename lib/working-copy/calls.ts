import * as z from 'zod/mini'
import { messageSchema } from '@/lib/calls/answers'
import { type Call, json, serverOnlySchema } from '@/lib/calls/call'
import { TEXT_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { copyEntrySchema, savedCopySchema, workingCopySchema } from '@/lib/working-copy/schema'

const input = () => (typeof window === 'undefined' ? import('@/lib/working-copy/input') : serverOnlySchema())

/**
 * An admin's own working copies, and nobody else's; `id` is the key of the copy. None of these writes is in the audit log:
 * they come every few seconds, and change nothing that anybody else sees.
 */
export const copyCalls = {
  /** The one last written in first. */
  list: {
    method: 'GET',
    path: '/api/working-copy',
    access: 'admin',
    answer: z.object({ copies: z.array(copyEntrySchema) }),
  },
  read: {
    method: 'GET',
    path: '/api/working-copy/:id',
    access: 'admin',
    answer: z.object({ copy: workingCopySchema }),
  },
  /** Makes it where there is none; 409 with the copy as it is now, null where it is gone. */
  save: {
    method: 'PUT',
    path: '/api/working-copy/:id',
    access: 'admin',
    body: json(async () => (await input()).saveCopySchema, TEXT_BODY_MAX_BYTES),
    answer: savedCopySchema,
    current: z.nullable(workingCopySchema),
    audit: null,
  },
  /** Throws it away, with `on` only in that state. */
  remove: {
    method: 'DELETE',
    path: '/api/working-copy/:id',
    access: 'admin',
    body: json(async () => (await input()).deleteCopySchema),
    answer: messageSchema,
    current: workingCopySchema,
    audit: null,
  },
} as const satisfies Record<string, Call>
