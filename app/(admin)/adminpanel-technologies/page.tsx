import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AdminScreen } from '@/components/shell/admin-screen'
import { TechnologiesTable } from '@/components/technology/technologies-table'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { queryOfLastPage } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'
import { tableTechnologies } from '@/lib/technology/server/queries'
import { TECHNOLOGIES_TABLE_SIZE } from '@/lib/texts/form-constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'

export const metadata: Metadata = { title: TECHNOLOGIES }

export default async function TechnologiesPage({ searchParams }: PageProps<'/adminpanel-technologies'>) {
  const admin = await requireAdminPage()
  const requested = parseTableState(await searchParams, TECHNOLOGIES_TABLE_SIZE)
  // They have no date, and are sorted by what is seen.
  const direction = requested.sort === 'title' ? requested.direction : 'asc'
  const state = { ...requested, sort: 'title', direction, trash: false } as const
  const page = await tableTechnologies(admin, state)
  const elsewhere = queryOfLastPage(page, state, TECHNOLOGIES_TABLE_SIZE)
  if (elsewhere !== null) redirect(`${paths.adminTechnologies}${elsewhere}`)
  return (
    <AdminScreen current={paths.adminTechnologies}>
      <TechnologiesTable page={page} state={state} />
    </AdminScreen>
  )
}
