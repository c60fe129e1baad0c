import { callApi } from '@/lib/http/api-client'
import type { CreateNoteInput, Note, UpdateNoteInput } from '@/lib/note/schema'
import { apiPaths } from '@/lib/paths'

/** What a write answers: `message` is fit to be shown. */
export type NoteWritten = { message: string; _id: string; data: Note }

/** @throws ApiError 401, 403, 413, 422 with `issues` */
export function createNote(input: CreateNoteInput): Promise<NoteWritten> {
  return callApi(apiPaths.newNote, { json: input })
}

/**
 * Changes a note; with `version`, only if it has not changed since.
 * @throws ApiError as `createNote`; 404; 409 with the note as it is now as `current`
 */
export function updateNote(id: string, input: UpdateNoteInput): Promise<NoteWritten> {
  return callApi(apiPaths.note(id), { method: 'PUT', json: input })
}
