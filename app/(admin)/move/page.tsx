import type { Metadata } from 'next'
import { ExportForm } from '@/components/move/export-form'
import { AdminScreen } from '@/components/shell/admin-screen'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { MOVE } from '@/lib/texts/constants'

export const metadata: Metadata = { title: MOVE }

export default async function MovePage() {
  await requireAdminPage()
  return (
    <AdminScreen current={paths.move}>
      <ExportForm />
    </AdminScreen>
  )
}
