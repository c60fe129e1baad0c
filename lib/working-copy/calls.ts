import * as z from 'zod/mini'
import { messageSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'
import { TEXT_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import type { deleteCopySchema, saveCopySchema } from '@/lib/working-copy/input'
import { savedCopySchema, workingCopySchema } from '@/lib/working-copy/schema'

/**
 * What the forms of notes and projects hold, for every admin; `id` is the id of the row. It is written every few seconds:
 * of what becomes of a draft the audit log has a row for each editing session, of what waits beside a public text none.
 */
export const copyCalls = {
  /** Not 404 where there is none: browsers log every one. */
  read: {
    summary: 'The working copy of a text, null where there is none.',
    method: 'GET',
    path: '/api/working-copy/:id',
    access: 'admin',
    answer: z.object({ copy: z.nullable(workingCopySchema) }),
  },
  save: {
    summary: 'Saves a working copy; 409 with the copy of now, null where it is gone.',
    method: 'PUT',
    path: '/api/working-copy/:id',
    access: 'admin',
    body: json<typeof saveCopySchema>(TEXT_BODY_MAX_BYTES),
    answer: savedCopySchema,
    current: z.nullable(workingCopySchema),
    audit: null,
  },
  remove: {
    summary: 'Deletes a working copy; with on, only in that state.',
    method: 'DELETE',
    path: '/api/working-copy/:id',
    access: 'admin',
    body: json<typeof deleteCopySchema>(),
    answer: messageSchema,
    current: workingCopySchema,
    audit: null,
  },
} as const satisfies Record<string, Call>
