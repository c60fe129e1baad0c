import type { Metadata } from 'next'
import { AdminScreen } from '@/components/shell/admin-screen'
import { AppLink } from '@/components/ui/app-link'
import { MembersTable } from '@/components/user/members-table'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { getAccessSettings } from '@/lib/site-settings/server/queries'
import { readTable } from '@/lib/table/server/read-table'
import { MEMBERS, SITE_SETTINGS } from '@/lib/texts/constants'
import { MEMBERS_TABLE_SIZE } from '@/lib/texts/form-constants'
import { tableMembers } from '@/lib/user/server/queries'

export const metadata: Metadata = { title: MEMBERS }

export default async function MembersPage({ searchParams }: PageProps<'/adminpanel-members'>) {
  const admin = await requireAdminPage()
  const shown = await readTable(paths.adminMembers, MEMBERS_TABLE_SIZE, await searchParams, (state) =>
    tableMembers(admin, state),
  )
  const { signUpOpen } = await getAccessSettings()
  return (
    <AdminScreen current={paths.adminMembers}>
      {signUpOpen ? (
        <p className="mb-6 max-w-prose text-sm text-muted">
          Whoever registers at{' '}
          <AppLink href={paths.signUp} className="link">
            {paths.signUp}
          </AppLink>{' '}
          becomes a member.
        </p>
      ) : (
        <p className="mb-6 max-w-prose text-sm text-muted">
          Registration is closed: open it in{' '}
          <AppLink href={paths.settings} className="link">
            {SITE_SETTINGS}
          </AppLink>
          , or add somebody on the server by <code>npm run admin -- create --member</code>.
        </p>
      )}
      <MembersTable {...shown} ownId={admin.userId} />
    </AdminScreen>
  )
}
