import { type Call, json, query } from '@/lib/calls/call'
import type { actionSchema, exportQuerySchema, newFileSchema } from '@/lib/move/input'
import { moveJobSchema } from '@/lib/move/schema'

export const moveCalls = {
  export: {
    summary: 'The whole site as a ZIP.',
    method: 'GET',
    path: '/api/move/export',
    access: 'admin',
    query: query<typeof exportQuerySchema>(),
    raw: { answers: ['application/zip'] },
    refuses: [409],
    audit: 'site.export',
  },
  create: {
    summary: 'Begins the upload of an archive, or continues an unfinished one of this name and size.',
    method: 'POST',
    path: '/api/move/new',
    access: 'admin',
    refuses: [409],
    body: json<typeof newFileSchema>(),
    status: 201,
    answer: moveJobSchema,
    audit: 'site.import',
  },
  /** Its body is bytes. */
  part: {
    summary: 'A part of the archive, by its number from 0, in order; a stored one may come again.',
    method: 'PUT',
    path: '/api/move/:id/:part',
    access: 'admin',
    raw: { takes: 'application/octet-stream' },
    refuses: [409],
    answer: moveJobSchema,
    audit: 'site.import',
  },
  act: {
    summary: 'Looks at an archive, imports it, stops, or says how far it is.',
    method: 'POST',
    path: '/api/move/:id',
    access: 'admin',
    refuses: [409],
    body: json<typeof actionSchema>(),
    answer: moveJobSchema,
    audit: 'site.import',
    invalidatesPages: true,
  },
  undo: {
    summary: 'Takes the last import back, whoever made it.',
    method: 'POST',
    path: '/api/move/undo',
    access: 'admin',
    refuses: [404, 409],
    answer: moveJobSchema,
    audit: 'site.undo-import',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>
