import { TableScreen, tableTitle } from '@/components/content/table-screen'
import { PagesTable } from '@/components/page/pages-table'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readContentTable } from '@/lib/content-screens/server/queries'
import { PAGES } from '@/lib/page/server/queries'

export async function generateMetadata({ searchParams }: PageProps<'/adminpanel-pages'>) {
  return { title: tableTitle('page', (await searchParams).trash === '1') }
}

export default async function PagesPanelPage({ searchParams }: PageProps<'/adminpanel-pages'>) {
  const admin = await requireAdminPage()
  const shown = await readContentTable(PAGES, admin, await searchParams)
  return (
    <TableScreen kind="page" account={admin.userId} isTrash={shown.state.trash}>
      <PagesTable {...shown} />
    </TableScreen>
  )
}
