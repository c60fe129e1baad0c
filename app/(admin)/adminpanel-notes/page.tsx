import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AdminScreen } from '@/components/layout/admin-screen'
import { NotesTable } from '@/components/note/notes-table'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/page'
import { tableNotes } from '@/lib/note/queries'
import { paths } from '@/lib/paths'
import { ADD_NOTE, NOTES_PANEL } from '@/lib/settings/constants'
import { NOTES_TABLE_SIZE } from '@/lib/settings/form-constants'
import { queryOfLastPage } from '@/lib/table'
import { parseTableState } from '@/lib/table-schema'

export const metadata: Metadata = { title: NOTES_PANEL }

export default async function NotesPanelPage({ searchParams }: PageProps<'/adminpanel-notes'>) {
  const admin = await requireAdminPage()
  const state = parseTableState(await searchParams, NOTES_TABLE_SIZE)
  const page = await tableNotes(admin, state)
  const elsewhere = queryOfLastPage(page, state, NOTES_TABLE_SIZE)
  if (elsewhere !== null) redirect(`${paths.adminNotes}${elsewhere}`)
  return (
    <AdminScreen current={paths.adminNotes} action={<ButtonLink href={paths.newNote}>{ADD_NOTE}</ButtonLink>}>
      <NotesTable page={page} state={state} />
    </AdminScreen>
  )
}
