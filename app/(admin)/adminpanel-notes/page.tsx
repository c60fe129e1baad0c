import type { Metadata } from 'next'
import { UnfinishedCopies } from '@/components/content/unfinished-copies'
import { NotesTable } from '@/components/note/notes-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { tableContent } from '@/lib/content-kind/server/queries'
import { NOTES } from '@/lib/note/server/queries'
import { paths } from '@/lib/routes/paths'
import { readTable } from '@/lib/table/server/read-table'
import { inTrash } from '@/lib/table/table-state'
import { ADD_NOTE, NOTES_PANEL } from '@/lib/texts/constants'
import { NOTES as NOTES_LABEL, NOTES_TABLE_SIZE } from '@/lib/texts/form-constants'

const titleOf = (query: Record<string, unknown>) => (query.trash === '1' ? inTrash(NOTES_LABEL) : NOTES_PANEL)

export async function generateMetadata({ searchParams }: PageProps<'/adminpanel-notes'>): Promise<Metadata> {
  return { title: titleOf(await searchParams) }
}

export default async function NotesPanelPage({ searchParams }: PageProps<'/adminpanel-notes'>) {
  const admin = await requireAdminPage()
  const shown = await readTable(paths.adminNotes, NOTES_TABLE_SIZE, await searchParams, (state) =>
    tableContent(NOTES, admin, state),
  )
  return (
    <AdminScreen
      current={paths.adminNotes}
      title={titleOf(await searchParams)}
      action={<ButtonLink href={paths.newNote}>{ADD_NOTE}</ButtonLink>}
    >
      {!shown.state.trash && <UnfinishedCopies account={admin.userId} kind="note" form={paths.newNote} />}
      <NotesTable {...shown} />
    </AdminScreen>
  )
}
