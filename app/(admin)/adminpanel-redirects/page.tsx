import type { Metadata } from 'next'
import pLimit from 'p-limit'
import { RedirectsTable } from '@/components/redirect/redirects-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { listRedirects, readMisses } from '@/lib/redirects/server/queries'
import { paths } from '@/lib/routes/paths'
import { findNamed } from '@/lib/search/server/queries'
import { readTable } from '@/lib/table/server/read-table'
import { REDIRECTS } from '@/lib/texts/constants'
import { REDIRECTS_TABLE_SIZE } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: REDIRECTS }

const MISSES_SHOWN = 20

export default async function RedirectsPage({ searchParams }: PageProps<'/adminpanel-redirects'>) {
  const admin = await requireAdminPage()
  const table = await readTable(paths.adminRedirects, REDIRECTS_TABLE_SIZE, await searchParams, async (state) => {
    const rows = await listRedirects(admin, state)
    return { rows: rows.slice((state.page - 1) * state.size, state.page * state.size), total: rows.length }
  })
  const { missing, searches, robots } = await readMisses(admin)
  // Leaves connections of the pool to everyone else.
  const inTurn = pLimit(2)
  const offered = inTurn.map(missing.slice(0, MISSES_SHOWN), async (miss) => {
    const { results } = await findNamed(miss.text, 1)
    return { ...miss, nearest: results[0] }
  })
  const rest = { missing: await offered, searches: searches.slice(0, MISSES_SHOWN), robots }
  return (
    <AdminScreen current={paths.adminRedirects}>
      <RedirectsTable {...table} {...rest} />
    </AdminScreen>
  )
}
