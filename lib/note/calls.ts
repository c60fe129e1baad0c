import * as z from 'zod/mini'
import { type AnswerOf, type Call, json, serverOnlySchema } from '@/lib/calls/call'
import { TEXT_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { contentCalls } from '@/lib/content-kind/calls'
import { adminNoteSchema, noteSchema } from '@/lib/note/schema'

const fields = () => (typeof window === 'undefined' ? import('@/lib/content/fields') : serverOnlySchema())
const publishingInput = () => (typeof window === 'undefined' ? import('@/lib/publishing/input') : serverOnlySchema())
const input = () => (typeof window === 'undefined' ? import('@/lib/note/input') : serverOnlySchema())

const calls = contentCalls('note', noteSchema, adminNoteSchema)

export const noteCalls = {
  ...calls,
  list: { ...calls.list, query: async () => (await fields()).pageQuerySchema },
  listAsAdmin: { ...calls.listAsAdmin, query: async () => (await publishingInput()).adminPageQuerySchema },
  read: { ...calls.read, answer: z.object({ data: noteSchema }) },
  readAsAdmin: { ...calls.readAsAdmin, answer: z.object({ data: adminNoteSchema }) },
  create: { ...calls.create, body: json(async () => (await input()).createNoteSchema, TEXT_BODY_MAX_BYTES) },
  update: { ...calls.update, body: json(async () => (await input()).updateNoteSchema, TEXT_BODY_MAX_BYTES) },
} as const satisfies Record<string, Call>

export type NoteWritten = AnswerOf<typeof noteCalls.create>
