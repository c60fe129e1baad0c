import type { StatusFilter } from '@/lib/publishing/status'

/** Rows a table page may show (spec 9). */
export const TABLE_PAGE_SIZES = [5, 10, 20, 50] as const

/** The debounce of the filter while the user types. */
export const FILTER_DEBOUNCE_MS = 300

/** Days until the daily maintenance deletes a trashed row permanently. */
export const TRASH_DAYS = 30

/** When a row is deleted permanently that came into the trash at this time, in ISO 8601. */
export const endOfTrash = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + TRASH_DAYS * 24 * 60 * 60 * 1_000).toISOString()

/** What the trash of a table is called: "Notes in the trash". */
export const inTrash = (label: string): string => `${label} in the trash`

/** The state of a table as its URL stores it; invalid parts fall back to the default. */
export type TableState<Status extends string = StatusFilter> = {
  /** Counts from 1. */
  page: number
  size: number
  sort: 'posted' | 'title'
  direction: 'asc' | 'desc'
  /** Part of a title; "" means all. */
  filter: string
  /** Which of those that are not in the trash; 'all' for each. */
  status: Status
  trash: boolean
}

/** The query string of a table's state, "" for the default; `parseTableState` reads it back. */
export function tableQuery(state: TableState<string>, defaultSize: number): string {
  const query = new URLSearchParams()
  if (state.trash) query.set('trash', '1')
  if (state.status !== 'all') query.set('status', state.status)
  if (state.filter !== '') query.set('filter', state.filter)
  if (state.sort !== 'posted') query.set('sort', state.sort)
  if (state.direction !== 'desc') query.set('direction', state.direction)
  if (state.size !== defaultSize) query.set('size', String(state.size))
  if (state.page !== 1) query.set('page', String(state.page))
  return query.size === 0 ? '' : `?${query}`
}

/** One page of a table and how many rows there are in all. */
export type TablePage<Row> = { rows: Row[]; total: number }

type RowWindow = { skip: number; take: number; direction: TableState['direction'] }

/**
 * Reads one page of `total` rows, counted from the nearer end: the database scans every skipped row, so the last page
 * of a long table would be its slowest. `read` gets skip, take and direction.
 */
export async function readPage<Row>(
  { page, size, direction }: TableState<string>,
  total: number,
  read: (window: RowWindow) => Promise<Row[]>,
): Promise<Row[]> {
  const skip = (page - 1) * size
  const take = Math.min(size, total - skip)
  if (take <= 0) return []
  const skipFromEnd = total - skip - take
  if (skip <= skipFromEnd) return read({ skip, take, direction })
  const backwards = await read({ skip: skipFromEnd, take, direction: direction === 'asc' ? 'desc' : 'asc' })
  return backwards.reverse()
}

/** The query string of the last page, for a page beyond it because rows were deleted; null where the page exists. */
export function queryOfLastPage({ rows, total }: TablePage<unknown>, state: TableState<string>, defaultSize: number) {
  if (rows.length > 0 || state.page === 1) return null
  return tableQuery({ ...state, page: Math.max(1, Math.ceil(total / state.size)) }, defaultSize)
}

const TRASH_VERBS = { trash: 'moved to the trash', restore: 'restored', purge: 'deleted permanently' } as const

/** A bulk action on rows: into the trash, out of it, or permanent deletion. */
export type TrashAction = { ids: string[]; action: keyof typeof TRASH_VERBS }

/** The result of a bulk action, for the banner: "2 notes restored." */
export function trashMessage(noun: string, count: number, action: TrashAction['action']): string {
  return `${count} ${noun}${count === 1 ? '' : 's'} ${TRASH_VERBS[action]}.`
}
