import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AdminScreen } from '@/components/shell/admin-screen'
import { MembersTable } from '@/components/user/members-table'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { queryOfLastPage } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'
import { MEMBERS } from '@/lib/texts/constants'
import { MEMBERS_TABLE_SIZE } from '@/lib/texts/form-constants'
import { tableMembers } from '@/lib/user/server/queries'

export const metadata: Metadata = { title: MEMBERS }

export default async function MembersPage({ searchParams }: PageProps<'/adminpanel-members'>) {
  const admin = await requireAdminPage()
  const state = { ...parseTableState(await searchParams, MEMBERS_TABLE_SIZE), trash: false }
  const page = await tableMembers(admin, state)
  const elsewhere = queryOfLastPage(page, state, MEMBERS_TABLE_SIZE)
  if (elsewhere !== null) redirect(`${paths.adminMembers}${elsewhere}`)
  return (
    <AdminScreen current={paths.adminMembers}>
      <MembersTable page={page} state={state} ownId={admin.userId} />
    </AdminScreen>
  )
}
