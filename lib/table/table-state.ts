/** Rows a table page may show (spec 9). */
export const TABLE_PAGE_SIZES = [5, 10, 20, 50] as const

/** As long as someone types, a table is not asked for anew. */
export const FILTER_DEBOUNCE_MS = 300

/** How long the trash keeps a row before the daily maintenance deletes it for good. */
export const TRASH_DAYS = 30

/** The state of a table as its URL holds it; whatever is not understood falls back to the default. */
export type TableState = {
  /** Counts from 1. */
  page: number
  size: number
  sort: 'posted' | 'title'
  direction: 'asc' | 'desc'
  /** Part of a title; "" means all. */
  filter: string
  trash: boolean
}

/** The query string of a table's state, "" when all is as it is by default; `parseTableState` reads it back. */
export function tableQuery(state: TableState, defaultSize: number): string {
  const query = new URLSearchParams()
  if (state.trash) query.set('trash', '1')
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
 * Reads one page of `total` rows, counting from the nearer end: the database walks over every row it skips, so that
 * the last page of a long table would be its slowest. `read` gets which rows to take, in which direction.
 */
export async function readPage<Row>(
  { page, size, direction }: TableState,
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

/**
 * The query string of the last page, for a page that lies behind it because rows are gone since; null where the page
 * is one.
 */
export function queryOfLastPage({ rows, total }: TablePage<unknown>, state: TableState, defaultSize: number) {
  if (rows.length > 0 || state.page === 1) return null
  return tableQuery({ ...state, page: Math.max(1, Math.ceil(total / state.size)) }, defaultSize)
}

const TRASH_VERBS = { trash: 'moved to the trash', restore: 'restored', purge: 'deleted for good' } as const

/** What a bulk call does to rows: into the trash, out of it again, or gone for good. */
export type TrashAction = { ids: string[]; action: keyof typeof TRASH_VERBS }

/** What a bulk call did, for the banner: "2 notes restored." */
export function trashMessage(noun: string, count: number, action: TrashAction['action']): string {
  return `${count} ${noun}${count === 1 ? '' : 's'} ${TRASH_VERBS[action]}.`
}
