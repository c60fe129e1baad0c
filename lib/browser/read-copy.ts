import { callApi } from '@/lib/calls/client'
import { copyCalls } from '@/lib/working-copy/calls'
import type { WorkingCopy } from '@/lib/working-copy/schema'

/** The form cannot be typed into until then. */
const ANSWER_MAX_MS = 10_000

/**
 * The server's working copy with this key; null if there is none. Looks into the list first: browsers log every 404 to
 * the console.
 *
 * @throws if the server does not answer, or not within ten seconds
 */
export async function readCopy(key: string): Promise<WorkingCopy | null> {
  const signal = AbortSignal.timeout(ANSWER_MAX_MS)
  const { copies } = await callApi(copyCalls.list, { signal })
  if (!copies.some((copy) => copy.key === key)) return null
  return (await callApi(copyCalls.read, { params: { id: key }, signal })).copy
}
