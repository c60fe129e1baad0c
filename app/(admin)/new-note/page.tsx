import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { listSeries, NOTES } from '@/lib/note/server/queries'
import { COPY_QUERY, paths } from '@/lib/routes/paths'
import { listNamesInUse } from '@/lib/technology/server/queries'
import { newFormCopy } from '@/lib/working-copy/server/queries'

const TITLE = 'New Note'

export const metadata: Metadata = { title: TITLE }

export default async function NewNotePage({ searchParams }: PageProps<'/new-note'>) {
  const admin = await requireAdminPage()
  const { [COPY_QUERY]: begun } = await searchParams
  if (typeof begun === 'string' && (await getContentAsAdmin(NOTES, admin, begun))) redirect(paths.updateNote(begun))
  return (
    <WritingPage title={TITLE} back={<GoBack href={paths.adminNotes} />}>
      <NoteForm
        from={newFormCopy(admin, { isServerBacked: true })}
        techInUse={await listNamesInUse(admin)}
        seriesInUse={await listSeries(admin)}
      />
    </WritingPage>
  )
}
