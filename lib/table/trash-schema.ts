import { z } from 'zod'
import { STATUS_FILTERS } from '@/lib/publishing/status'
import { TABLE_PAGE_SIZES, type TableState, type TrashAction } from '@/lib/table/table-state'

// Apart from lib/table/table-state.ts, which browsers load: zod tries there whether it may make code from text, which the
// Content-Security-Policy refuses and reports.

/** Reads a table's state from a query string: a bad link shows the table, not an error. */
export function parseTableState(query: Record<string, string | string[] | undefined>, defaultSize: number): TableState {
  const schema = z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
    size: z.coerce
      .number()
      .refine((size) => TABLE_PAGE_SIZES.some((offered) => offered === size))
      .catch(defaultSize),
    sort: z.enum(['posted', 'title']).catch('posted'),
    direction: z.enum(['asc', 'desc']).catch('desc'),
    filter: z.string().normalize().trim().max(200).catch(''),
    status: z.enum(STATUS_FILTERS).catch('all'),
    trash: z
      .literal('1')
      .transform(() => true)
      .catch(false),
  })
  return schema.parse(query)
}

export const trashActionSchema = z.object({
  ids: z.array(z.string()).min(1, 'Choose at least one row.').max(100, 'At most 100 rows at once.'),
  action: z.enum(['trash', 'restore', 'purge'], { error: 'The action must be trash, restore or purge.' }),
}) satisfies z.ZodType<TrashAction>
