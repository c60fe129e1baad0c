import { redirect } from 'next/navigation'
import { queryOfLastPage, type TablePage, type TableState } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'

/** What a table's screen shows; beyond the last page, because rows were deleted, it leads there. */
export async function readTable<Row>(
  path: string,
  defaultSize: number,
  query: Record<string, string | string[] | undefined>,
  read: (state: TableState) => Promise<TablePage<Row>>,
): Promise<{ page: TablePage<Row>; state: TableState }> {
  const state = parseTableState(query, defaultSize)
  const page = await read(state)
  const elsewhere = queryOfLastPage(page, state, defaultSize)
  if (elsewhere !== null) redirect(`${path}${elsewhere}`)
  return { page, state }
}
