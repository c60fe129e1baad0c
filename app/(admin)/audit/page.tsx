import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuditTable } from '@/components/audit/audit-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { tableAudit } from '@/lib/audit/server/queries'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { queryOfLastPage } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'
import { AUDIT_LOG } from '@/lib/texts/constants'
import { AUDIT_TABLE_SIZE } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: AUDIT_LOG }

export default async function AuditPage({ searchParams }: PageProps<'/audit'>) {
  const admin = await requireAdminPage()
  const state = { ...parseTableState(await searchParams, AUDIT_TABLE_SIZE), trash: false }
  const page = await tableAudit(admin, state)
  const elsewhere = queryOfLastPage(page, state, AUDIT_TABLE_SIZE)
  if (elsewhere !== null) redirect(`${paths.audit}${elsewhere}`)
  return (
    <AdminScreen current={paths.audit}>
      <AuditTable page={page} state={state} />
    </AdminScreen>
  )
}
