import { callApi } from '@/lib/api/client'
import type { CreateNoteInput, UpdateNoteInput } from '@/lib/note/input'
import type { Note } from '@/lib/note/schema'
import { apiPaths } from '@/lib/routes/api-paths'
import type { TrashAction } from '@/lib/table/table-state'

/** The response of a write; `message` can be shown to the user. */
export type NoteWritten = { message: string; _id: string; data: Note }

/**
 * Creates a note, once per key.
 * @throws ApiError 401, 403, 413, 422 with `issues`; 409 with the note created first as `current` when the key was used
 * with another text
 */
export function createNote(input: CreateNoteInput, idempotencyKey?: string): Promise<NoteWritten> {
  return callApi(apiPaths.newNote, { json: input, idempotencyKey })
}

/**
 * Changes a note; with `version`, only if it has not changed since.
 * @throws ApiError as `createNote`; 404; 409 with the current note as `current`
 */
export function updateNote(id: string, input: UpdateNoteInput): Promise<NoteWritten> {
  return callApi(apiPaths.note(id), { method: 'PUT', json: input })
}

/** Puts a note into the trash. @throws ApiError 401, 403, 404 */
export function deleteNote(id: string): Promise<{ message: string }> {
  return callApi(apiPaths.note(id), { method: 'DELETE' })
}

/** Moves notes into or out of the trash, or deletes them permanently. @throws ApiError 401, 403, 422 */
export function trashNotes(input: TrashAction): Promise<{ message: string; count: number }> {
  return callApi(apiPaths.trashNotes, { json: input })
}
