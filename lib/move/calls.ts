import { type Call, json, query } from '@/lib/calls/call'
import type { actionSchema, exportQuerySchema, newFileSchema } from '@/lib/move/input'
import { moveJobSchema } from '@/lib/move/schema'

export const moveCalls = {
  /** The whole site as a ZIP. */
  export: {
    method: 'GET',
    path: '/api/move/export',
    access: 'admin',
    query: query<typeof exportQuerySchema>(),
    audit: 'site.export',
  },
  /** Begins to take a file, or goes on with the one of this name and size that is not whole yet. */
  create: {
    method: 'POST',
    path: '/api/move/new',
    access: 'admin',
    body: json<typeof newFileSchema>(),
    status: 201,
    answer: moveJobSchema,
    audit: 'site.import',
  },
  /** A part of the file, by its number from 0, as bytes. The parts come in their order; one that is here may come again. */
  part: {
    method: 'PUT',
    path: '/api/move/:id/:part',
    access: 'admin',
    answer: moveJobSchema,
    audit: 'site.import',
  },
  act: {
    method: 'POST',
    path: '/api/move/:id',
    access: 'admin',
    body: json<typeof actionSchema>(),
    answer: moveJobSchema,
    audit: 'site.import',
    invalidatesPages: true,
  },
  /** Takes the last import back, whoever brought it. */
  undo: {
    method: 'POST',
    path: '/api/move/undo',
    access: 'admin',
    answer: moveJobSchema,
    audit: 'site.undo-import',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>
