import { callApi } from '@/lib/calls/client'
import { noteCalls } from '@/lib/note/calls'
import type { AdminNote } from '@/lib/note/schema'
import { postCalls } from '@/lib/post/calls'
import type { AdminPost } from '@/lib/post/schema'

/** A row that was taken out of the trash; `isChanged` says whether it is another than the form knows. */
export type Restored<Row> = { current: Row; isChanged: boolean }

type Known = { _id: string | null; version: number | null }

/** Into the trash and out of it again: each move counts as a change. */
const MOVES = 2

/**
 * Takes a note out of the trash, if it is there, and answers it as it is now.
 * @throws ApiError 404 when it was deleted permanently
 */
export async function restoreNote({ _id, version }: Known): Promise<Restored<AdminNote>> {
  const id = _id ?? ''
  await callApi(noteCalls.trash, { body: { ids: [id], action: 'restore' } })
  const { data: current } = await callApi(noteCalls.readAsAdmin, { params: { id } })
  return { current, isChanged: current.version !== (version ?? 0) + MOVES }
}

/** As `restoreNote`, for a project. */
export async function restorePost({ _id, version }: Known): Promise<Restored<AdminPost>> {
  const id = _id ?? ''
  await callApi(postCalls.trash, { body: { ids: [id], action: 'restore' } })
  const current = await callApi(postCalls.readAsAdmin, { params: { id } })
  return { current, isChanged: current.version !== (version ?? 0) + MOVES }
}
