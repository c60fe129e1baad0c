'use client'

import type { ShownTable } from '@/components/content/action-table'
import { TrashTable } from '@/components/content/trash-table'
import type { DataColumn } from '@/components/ui/table/data-table'
import { isOutdated } from '@/lib/page/dated'
import type { PageTableRow } from '@/lib/page/schema'
import { isTakenName } from '@/lib/routes/public-pages'
import { ADDRESS } from '@/lib/texts/form-constants'

const OWN_COLUMNS: DataColumn<PageTableRow>[] = [
  {
    ...{ id: 'address', header: ADDRESS, card: 'fact' },
    cell: ({ slug }) => (slug ? <code className="wrap-anywhere sm:inline-block sm:min-w-32">{`/${slug}`}</code> : '–'),
  },
  { id: 'footer', header: 'Footer', card: 'fact', cell: ({ footer }) => footer || '–' },
]

/** What its owner may have overlooked. */
function markOf(page: PageTableRow): string {
  if (page.slug && isTakenName(page.slug)) return 'Address taken by the site'
  return isOutdated(page, Date.now()) ? 'Unchanged for 90 days' : ''
}

/** The owner's own pages. */
export function PagesTable(shown: ShownTable<PageTableRow>) {
  return <TrashTable {...shown} kind="page" ownColumns={OWN_COLUMNS} markOf={markOf} />
}
