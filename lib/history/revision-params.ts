import type { RevisionEntry } from '@/lib/history/schema'

const REVISION = /^[1-9]\d{0,8}$/

/** The number of a revision as an address has it; null when it is none. */
export function revisionNumber(text: unknown): number | null {
  return typeof text === 'string' && REVISION.test(text) ? Number(text) : null
}

/** The revisions an address asks for; else the newest and the one before it. Null where there is none at all. */
export function parseRevisionRange(
  query: Record<string, unknown>,
  [newest, earlier]: RevisionEntry[],
): { from: number; to: number } | null {
  if (!newest) return null
  const to = revisionNumber(query.to) ?? newest.id
  return { from: revisionNumber(query.from) ?? (to === newest.id ? (earlier ?? newest).id : to), to }
}
