import { isDeepStrictEqual } from 'node:util'

/** The outcome of a write: "stale" when the row's version is not the one the write is based on. */
export type Written<Row> = { before: Row; row: Row; outcome: 'changed' | 'unchanged' | 'stale' }

type Steps<Row> = {
  /** The version the write is based on; when omitted, the last write wins. */
  version: number | undefined
  readRow: () => Promise<Row>
  isChange: (before: Row) => boolean
  /** Updates the row where its version is still the given one; returns the number of rows, and the row where known. */
  writeRow: (before: Row) => Promise<{ count: number; row?: Row }>
}

/**
 * Changes a versioned row within the caller's transaction. A write that changes nothing is skipped and does not
 * increase the version.
 * @returns the row as it was, and as it is now for the answer and for a conflict's `current`
 */
export async function writeChange<Row extends { version: number }>(steps: Steps<Row>): Promise<Written<Row>> {
  const { version, readRow, isChange, writeRow } = steps
  const before = await readRow()
  if (version !== undefined && before.version !== version) return { before, row: before, outcome: 'stale' }
  if (!isChange(before)) return { before, row: before, outcome: 'unchanged' }
  const { count, row } = await writeRow(before)
  return { before, row: row ?? (await readRow()), outcome: count === 0 ? 'stale' : 'changed' }
}

/** Whether writing `data` would change `row`. Columns that were not read are derived from those that were. */
export function differs(row: object, data: object): boolean {
  const before = new Map(Object.entries(row))
  return Object.entries(data).some(
    ([name, value]) => value !== undefined && before.has(name) && !isDeepStrictEqual(before.get(name), value),
  )
}

/** Columns that follow from another, or count changes. */
const FOLLOWING = new Set([
  'version',
  'descriptionStamp',
  'aboutStamp',
  'aboutRendered',
  'wordCount',
  'avatarId',
  'keptDate',
  'updatedAt',
])

/** The names of the columns a write changed, for the audit log; values stay out of it. */
export function changedNames(before: object, after: object): string[] {
  const now = new Map(Object.entries(after))
  return Object.entries(before).flatMap(([name, value]) =>
    FOLLOWING.has(name) || isDeepStrictEqual(value, now.get(name)) ? [] : name,
  )
}
