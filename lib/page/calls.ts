import * as z from 'zod/mini'
import { type Call, json, query } from '@/lib/calls/call'
import { TEXT_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import type { pageQuerySchema } from '@/lib/content/fields'
import { contentCalls } from '@/lib/content-kind/calls'
import type { createPageSchema, updatePageSchema } from '@/lib/page/input'
import { adminPageSchema, pageSchema } from '@/lib/page/schema'
import type { adminPageQuerySchema } from '@/lib/publishing/input'

const calls = contentCalls('page', pageSchema, adminPageSchema)

export const pageCalls = {
  ...calls,
  list: { ...calls.list, query: query<typeof pageQuerySchema>() },
  listAsAdmin: { ...calls.listAsAdmin, query: query<typeof adminPageQuerySchema>() },
  read: { ...calls.read, answer: z.object({ data: pageSchema }) },
  readAsAdmin: { ...calls.readAsAdmin, answer: z.object({ data: adminPageSchema }) },
  create: { ...calls.create, body: json<typeof createPageSchema>(TEXT_BODY_MAX_BYTES) },
  update: { ...calls.update, body: json<typeof updatePageSchema>(TEXT_BODY_MAX_BYTES) },
} as const satisfies Record<string, Call>
