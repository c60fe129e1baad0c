import * as z from 'zod/mini'
import { type AnswerOf, type Call, json, query } from '@/lib/calls/call'
import { TEXT_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import type { pageQuerySchema } from '@/lib/content/fields'
import { contentCalls, markdownCalls } from '@/lib/content-kind/calls'
import type { createNoteSchema, updateNoteSchema } from '@/lib/note/input'
import { adminNoteSchema, noteSchema } from '@/lib/note/schema'
import type { adminPageQuerySchema } from '@/lib/publishing/input'

const calls = contentCalls('note', noteSchema, adminNoteSchema)

export const noteCalls = {
  ...calls,
  ...markdownCalls('note'),
  list: { ...calls.list, query: query<typeof pageQuerySchema>() },
  listAsAdmin: { ...calls.listAsAdmin, tools: ['note_list'], query: query<typeof adminPageQuerySchema>() },
  read: { ...calls.read, answer: z.object({ data: noteSchema }) },
  readAsAdmin: { ...calls.readAsAdmin, answer: z.object({ data: adminNoteSchema }) },
  create: { ...calls.create, body: json<typeof createNoteSchema>(TEXT_BODY_MAX_BYTES) },
  update: { ...calls.update, body: json<typeof updateNoteSchema>(TEXT_BODY_MAX_BYTES) },
  remove: { ...calls.remove, tools: ['note_trash'] },
} as const satisfies Record<string, Call>

export type NoteWritten = AnswerOf<typeof noteCalls.create>
