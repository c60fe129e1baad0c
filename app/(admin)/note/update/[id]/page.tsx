import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readForm } from '@/lib/content-screens/server/queries'
import { listSeries, NOTES } from '@/lib/note/server/queries'
import { listNamesInUse } from '@/lib/technology/server/queries'

const TITLE = 'Edit Note'

export const metadata: Metadata = { title: TITLE }

export default async function EditNotePage({ params }: PageProps<'/note/update/[id]'>) {
  const admin = await requireAdminPage()
  const { row, form, screen } = await readForm(NOTES, admin, (await params).id)
  const names = { techInUse: await listNamesInUse(admin), seriesInUse: await listSeries(admin) }
  return (
    <WritingPage title={TITLE} {...screen}>
      <NoteForm note={row} {...form} {...names} />
    </WritingPage>
  )
}
