import { type Call, json, serverOnlySchema } from '@/lib/calls/call'
import { moveJobSchema } from '@/lib/move/schema'

const input = () => (typeof window === 'undefined' ? import('@/lib/move/input') : serverOnlySchema())

export const moveCalls = {
  /** The whole site as a ZIP. */
  export: {
    method: 'GET',
    path: '/api/move/export',
    access: 'admin',
    query: async () => (await input()).exportQuerySchema,
    audit: 'site.export',
  },
  /** Begins to take a file, or goes on with the one of this name and size that is not whole yet. */
  create: {
    method: 'POST',
    path: '/api/move/new',
    access: 'admin',
    body: json(async () => (await input()).newFileSchema),
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
    body: json(async () => (await input()).actionSchema),
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
