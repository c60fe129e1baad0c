import { isDeepStrictEqual } from 'node:util'

/**
 * The outcome of a write: "stale" when the row's version is not the one the write is based on. `changed` names what it
 * changed, for the audit log; values stay out of it.
 */
export type Written<Row> = { before: Row; row: Row; outcome: 'changed' | 'unchanged' | 'stale'; changed: string[] }

type Steps<Row> = {
  /** The version the write is based on; when omitted, the last write wins. */
  version: number | undefined
  readRow: () => Promise<Row>
  /** The names of what the write would change: `differences` and what is not in the row. */
  changes: (before: Row) => string[]
  /** Updates the row where its version is still the given one; returns the number of rows, and the row where known. */
  writeRow: (before: Row, changed: string[]) => Promise<{ count: number; row?: Row }>
}

/**
 * Changes a versioned row within the caller's transaction. A write that changes nothing is skipped and does not
 * increase the version.
 * @returns the row as it was, and as it is now for the answer and for a conflict's `current`
 */
export async function writeChange<Row extends { version: number }>(steps: Steps<Row>): Promise<Written<Row>> {
  const { version, readRow, changes, writeRow } = steps
  const before = await readRow()
  if (version !== undefined && before.version !== version) {
    return { before, row: before, outcome: 'stale', changed: [] }
  }
  const names = changes(before)
  if (names.length === 0) return { before, row: before, outcome: 'unchanged', changed: [] }
  const { count, row } = await writeRow(before, names)
  const changed = names.filter((name) => !FOLLOWING.has(name))
  return { before, row: row ?? (await readRow()), outcome: count === 0 ? 'stale' : 'changed', changed }
}

/**
 * The names of the columns that writing `data` would change. Columns that were not read are derived from those that
 * were.
 */
export function differences(row: object, data: object): string[] {
  const after = new Map(Object.entries(data))
  return Object.entries(row).flatMap(([name, value]) => {
    const now = after.get(name)
    return now === undefined || isDeepStrictEqual(value, now) ? [] : name
  })
}

/** Columns that follow from another: the log does not name them. */
const FOLLOWING = new Set([
  'descriptionStamp',
  'storyStamp',
  'aboutStamp',
  'aboutRendered',
  'wordCount',
  'avatarId',
  'keptDate',
])
