import * as z from 'zod/mini'
import { countSchema, messageSchema } from '@/lib/calls/answers'
import { type Call, json, notInBrowsers } from '@/lib/calls/call'
import { noteSchema } from '@/lib/note/schema'

const fields = () => (typeof window === 'undefined' ? import('@/lib/content/fields') : notInBrowsers())
const trashInput = () => (typeof window === 'undefined' ? import('@/lib/table/trash-schema') : notInBrowsers())
const input = () => (typeof window === 'undefined' ? import('@/lib/note/input') : notInBrowsers())

const writtenSchema = z.object({ message: z.string(), _id: z.string(), data: noteSchema })

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
  read: {
    method: 'GET',
    path: '/api/note/:id',
    access: 'anyone',
    answer: z.object({ data: noteSchema }),
    isPublic: true,
  },
  /** Once per key; 409 with the note created first when the key was used with another text. */
  create: {
    method: 'POST',
    path: '/api/note/new',
    access: 'admin',
    body: json(async () => (await input()).createNoteSchema),
    status: 201,
    answer: writtenSchema,
    current: noteSchema,
    audit: 'note.create',
    invalidatesPages: true,
    isIdempotent: true,
  },
  /** With `version`, only if it has not changed since. */
  update: {
    method: 'PUT',
    path: '/api/note/:id',
    access: 'admin',
    body: json(async () => (await input()).updateNoteSchema),
    answer: writtenSchema,
    current: noteSchema,
    audit: 'note.update',
    invalidatesPages: true,
  },
  /** Puts it into the trash. */
  remove: {
    method: 'DELETE',
    path: '/api/note/:id',
    access: 'admin',
    answer: messageSchema,
    audit: 'note.trash',
    invalidatesPages: true,
  },
  /** Into the trash, out of it, or deletion for good; a refusal is recorded as what it is most often. */
  trash: {
    method: 'POST',
    path: '/api/note/trash',
    access: 'admin',
    body: json(async () => (await trashInput()).trashActionSchema),
    answer: countSchema,
    audit: 'note.trash',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>
