import type { Metadata } from 'next'
import { UnfinishedCopies } from '@/components/content/unfinished-copies'
import { PagesTable } from '@/components/page/pages-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { tableContent } from '@/lib/content-kind/server/queries'
import { PAGES } from '@/lib/page/server/queries'
import { paths } from '@/lib/routes/paths'
import { readTable } from '@/lib/table/server/read-table'
import { inTrash } from '@/lib/table/table-state'
import { ADD_PAGE, PAGES as PAGES_LABEL } from '@/lib/texts/constants'
import { PAGES_TABLE_SIZE } from '@/lib/texts/form-constants'

const titleOf = (query: Record<string, unknown>) => (query.trash === '1' ? inTrash(PAGES_LABEL) : PAGES_LABEL)

export async function generateMetadata({ searchParams }: PageProps<'/adminpanel-pages'>): Promise<Metadata> {
  return { title: titleOf(await searchParams) }
}

export default async function PagesPanelPage({ searchParams }: PageProps<'/adminpanel-pages'>) {
  const admin = await requireAdminPage()
  const shown = await readTable(paths.adminPages, PAGES_TABLE_SIZE, await searchParams, (state) =>
    tableContent(PAGES, admin, state),
  )
  return (
    <AdminScreen
      current={paths.adminPages}
      title={titleOf(await searchParams)}
      action={<ButtonLink href={paths.newPage}>{ADD_PAGE}</ButtonLink>}
    >
      {!shown.state.trash && <UnfinishedCopies account={admin.userId} kind="page" form={paths.newPage} />}
      <PagesTable {...shown} />
    </AdminScreen>
  )
}
