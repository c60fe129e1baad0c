import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuditTable } from '@/components/audit/audit-table'
import { AdminScreen } from '@/components/layout/admin-screen'
import { tableAudit } from '@/lib/audit/queries'
import { requireAdminPage } from '@/lib/auth/page'
import { paths } from '@/lib/paths'
import { AUDIT_LOG } from '@/lib/settings/constants'
import { AUDIT_TABLE_SIZE } from '@/lib/settings/form-constants'
import { queryOfLastPage } from '@/lib/table'
import { parseTableState } from '@/lib/table-schema'

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
