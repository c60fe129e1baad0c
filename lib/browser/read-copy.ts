import type { JournalEntry } from '@/lib/browser/journal-store'
import { callApi } from '@/lib/calls/client'
import { copyCalls } from '@/lib/working-copy/calls'
import type { WorkingCopy } from '@/lib/working-copy/schema'

/** The form cannot be typed into until then. */
const ANSWER_MAX_MS = 10_000

/**
 * The server's working copy with this key; null if there is none.
 *
 * @throws if the server does not answer, or not within ten seconds
 */
export async function readCopy(key: string): Promise<WorkingCopy | null> {
  const signal = AbortSignal.timeout(ANSWER_MAX_MS)
  return (await callApi(copyCalls.read, { params: { id: key }, signal })).copy
}

/** Whether the server has this state of a form, which may be closed and have heard no answer. */
export async function isOnServer({ isSent, key, form, sequence }: JournalEntry): Promise<boolean> {
  if (isSent) return true
  const copy = await readCopy(key).catch(() => null)
  return copy?.writer === form && copy.sequence >= sequence
}
