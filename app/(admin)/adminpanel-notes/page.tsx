import { TableScreen, tableTitle } from '@/components/content/table-screen'
import { NotesTable } from '@/components/note/notes-table'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readContentTable } from '@/lib/content-screens/server/queries'
import { NOTES } from '@/lib/note/server/queries'

export async function generateMetadata({ searchParams }: PageProps<'/adminpanel-notes'>) {
  return { title: tableTitle('note', (await searchParams).trash === '1') }
}

export default async function NotesPanelPage({ searchParams }: PageProps<'/adminpanel-notes'>) {
  const admin = await requireAdminPage()
  const shown = await readContentTable(NOTES, admin, await searchParams)
  return (
    <TableScreen kind="note" account={admin.userId} isTrash={shown.state.trash}>
      <NotesTable {...shown} />
    </TableScreen>
  )
}
