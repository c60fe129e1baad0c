import * as z from 'zod/mini'
import { type Call, json, serverOnlySchema } from '@/lib/calls/call'
import { TEXT_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { adminNoteSchema, noteSchema } from '@/lib/note/schema'
import { trashCalls } from '@/lib/table/calls'

const fields = () => (typeof window === 'undefined' ? import('@/lib/content/fields') : serverOnlySchema())
const publishingInput = () => (typeof window === 'undefined' ? import('@/lib/publishing/input') : serverOnlySchema())
const input = () => (typeof window === 'undefined' ? import('@/lib/note/input') : serverOnlySchema())

const writtenSchema = z.object({ message: z.string(), _id: z.string(), data: adminNoteSchema })

export type NoteWritten = z.output<typeof writtenSchema>

export const noteCalls = {
  /** Oldest first. */
  list: {
    method: 'GET',
    path: '/api/note',
    access: 'anyone',
    query: async () => (await fields()).pageQuerySchema,
    answer: z.array(noteSchema),
    isPublic: true,
  },
  /** What admins get at the same address: those of one status or all, with their status. */
  listAsAdmin: {
    method: 'GET',
    path: '/api/note',
    access: 'admin',
    query: async () => (await publishingInput()).adminPageQuerySchema,
    answer: z.array(adminNoteSchema),
  },
  read: {
    method: 'GET',
    path: '/api/note/:id',
    access: 'anyone',
    answer: z.object({ data: noteSchema }),
    isPublic: true,
  },
  readAsAdmin: {
    method: 'GET',
    path: '/api/note/:id',
    access: 'admin',
    answer: z.object({ data: adminNoteSchema }),
  },
  /** Once per key; 409 with the note created first when the key was used with another text. */
  create: {
    method: 'POST',
    path: '/api/note/new',
    access: 'admin',
    body: json(async () => (await input()).createNoteSchema, TEXT_BODY_MAX_BYTES),
    status: 201,
    answer: writtenSchema,
    current: adminNoteSchema,
    audit: 'note.create',
    invalidatesPages: true,
    isIdempotent: true,
  },
  /** With `version`, only if it has not changed since. */
  update: {
    method: 'PUT',
    path: '/api/note/:id',
    access: 'admin',
    body: json(async () => (await input()).updateNoteSchema, TEXT_BODY_MAX_BYTES),
    answer: writtenSchema,
    current: adminNoteSchema,
    audit: 'note.update',
    invalidatesPages: true,
  },
  ...trashCalls('note'),
} as const satisfies Record<string, Call>
