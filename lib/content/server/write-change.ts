import { isDeepStrictEqual } from 'node:util'

/** What became of a write: "stale" when the row had moved on from the version it was based on. */
export type Written<Row> = { row: Row; outcome: 'changed' | 'unchanged' | 'stale' }

type Steps<Row> = {
  /** The version the write is based on; left out, the last write wins. */
  version: number | undefined
  readRow: () => Promise<Row>
  isChange: (before: Row) => boolean
  /** Writes where the version still is the given one; how many rows that were. */
  writeRow: () => Promise<{ count: number }>
}

/**
 * Changes a row that carries a version, within the caller's transaction. A write that would leave it as it is writes
 * nothing, and its version does not grow.
 * @returns the row as it is now, for the answer and for a conflict's `current`
 */
export async function writeChange<Row extends { version: number }>(steps: Steps<Row>): Promise<Written<Row>> {
  const { version, readRow, isChange, writeRow } = steps
  const before = await readRow()
  if (version !== undefined && before.version !== version) return { row: before, outcome: 'stale' }
  if (!isChange(before)) return { row: before, outcome: 'unchanged' }
  const { count } = await writeRow()
  return { row: await readRow(), outcome: count === 0 ? 'stale' : 'changed' }
}

/** Whether writing `data` would change `row`. Columns that the row was read without follow from those that were. */
export function differs(row: object, data: object): boolean {
  const before = new Map(Object.entries(row))
  return Object.entries(data).some(
    ([name, value]) => value !== undefined && before.has(name) && !isDeepStrictEqual(before.get(name), value),
  )
}
