import type { Metadata } from 'next'
import { AuditTable } from '@/components/audit/audit-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { tableAudit } from '@/lib/audit/server/queries'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { readTable } from '@/lib/table/server/read-table'
import { AUDIT_LOG } from '@/lib/texts/constants'
import { AUDIT_TABLE_SIZE } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: AUDIT_LOG }

export default async function AuditPage({ searchParams }: PageProps<'/audit'>) {
  const admin = await requireAdminPage()
  const shown = await readTable(paths.audit, AUDIT_TABLE_SIZE, await searchParams, (state) => tableAudit(admin, state))
  return (
    <AdminScreen current={paths.audit}>
      <AuditTable {...shown} />
    </AdminScreen>
  )
}
