import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { beginForm } from '@/lib/content-screens/server/queries'
import { listSeries, NOTES } from '@/lib/note/server/queries'
import { paths } from '@/lib/routes/paths'
import { listNamesInUse } from '@/lib/technology/server/queries'

const TITLE = 'New Note'

export const metadata: Metadata = { title: TITLE }

export default async function NewNotePage({ searchParams }: PageProps<'/new-note'>) {
  const admin = await requireAdminPage()
  const from = await beginForm(NOTES, admin, await searchParams)
  const names = { techInUse: await listNamesInUse(admin), seriesInUse: await listSeries(admin) }
  return (
    <WritingPage title={TITLE} back={paths.adminNotes}>
      <NoteForm from={from} {...names} />
    </WritingPage>
  )
}
