import { describe, expect, it } from 'vitest'
import { queryOfLastPage, readPage, type TableState, tableQuery } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'

const DEFAULTS: TableState = {
  page: 1,
  size: 10,
  sort: 'posted',
  direction: 'desc',
  filter: '',
  status: 'all',
  trash: false,
}

describe("a table's state", () => {
  it('starts newest first, on the first page, with the size the table asks for', () => {
    expect(parseTableState({}, 10)).toEqual(DEFAULTS)
    expect(parseTableState({}, 5).size).toBe(5)
  })

  it('falls back, value by value, from what makes no sense', () => {
    const query = {
      page: '-3',
      size: '7',
      sort: 'password',
      direction: 'up',
      filter: ['a', 'b'],
      status: 'gone',
      trash: 'yes',
    }
    expect(parseTableState(query, 10)).toEqual(DEFAULTS)
    expect(parseTableState({ page: '1e9', size: '50', sort: 'title' }, 10)).toEqual({
      ...DEFAULTS,
      size: 50,
      sort: 'title',
    })
  })

  it('leaves the address bare when nothing was chosen', () => {
    expect(tableQuery(DEFAULTS, 10)).toBe('')
    expect(tableQuery({ ...DEFAULTS, size: 5 }, 5)).toBe('')
  })

  it.each<TableState>([
    { page: 7, size: 50, sort: 'title', direction: 'asc', filter: 'C & #1 = 100 %', status: 'all', trash: true },
    { ...DEFAULTS, filter: 'ünï+code', status: 'scheduled' },
    { ...DEFAULTS, page: 2 },
  ])('comes back from the address as it went in: %o', (state) => {
    expect(parseTableState(Object.fromEntries(new URLSearchParams(tableQuery(state, 10))), 10)).toEqual(state)
  })

  it('leads from behind the last page to it', () => {
    const state = { ...DEFAULTS, page: 9, filter: 'x' }
    expect(queryOfLastPage({ rows: [], total: 21 }, state, 10)).toBe('?filter=x&page=3')
    expect(queryOfLastPage({ rows: [], total: 0 }, state, 10)).toBe('?filter=x')
    expect(queryOfLastPage({ rows: [], total: 0 }, DEFAULTS, 10)).toBeNull()
    expect(queryOfLastPage({ rows: [1], total: 81 }, state, 10)).toBeNull()
  })
})

describe('reading a page', () => {
  const ascending = Array.from({ length: 23 }, (_, at) => at)
  const descending = ascending.toReversed()

  async function read(page: number, direction: TableState['direction']) {
    const skipped: number[] = []
    const rows = await readPage(
      { ...DEFAULTS, page, direction },
      ascending.length,
      async ({ skip, take, ...window }) => {
        skipped.push(skip)
        return (window.direction === 'asc' ? ascending : descending).slice(skip, skip + take)
      },
    )
    return { rows, skipped }
  }

  it.each([1, 2, 3, 4])('gives page %d the rows it has, in their order', async (page) => {
    expect((await read(page, 'asc')).rows).toEqual(ascending.slice((page - 1) * 10, page * 10))
    expect((await read(page, 'desc')).rows).toEqual(descending.slice((page - 1) * 10, page * 10))
  })

  it('skips nothing for the last page, and asks for nothing behind it', async () => {
    expect((await read(3, 'desc')).skipped).toEqual([0])
    expect((await read(4, 'desc')).skipped).toEqual([])
  })
})
