import type { Metadata } from 'next'
import { AdminScreen } from '@/components/shell/admin-screen'
import { MembersTable } from '@/components/user/members-table'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { readTable } from '@/lib/table/server/read-table'
import { MEMBERS } from '@/lib/texts/constants'
import { MEMBERS_TABLE_SIZE } from '@/lib/texts/form-constants'
import { tableMembers } from '@/lib/user/server/queries'

export const metadata: Metadata = { title: MEMBERS }

export default async function MembersPage({ searchParams }: PageProps<'/adminpanel-members'>) {
  const admin = await requireAdminPage()
  const shown = await readTable(paths.adminMembers, MEMBERS_TABLE_SIZE, await searchParams, (state) =>
    tableMembers(admin, state),
  )
  return (
    <AdminScreen current={paths.adminMembers}>
      <MembersTable {...shown} ownId={admin.userId} />
    </AdminScreen>
  )
}
