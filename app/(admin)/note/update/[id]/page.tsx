import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { WritingPage } from '@/components/content/writing-page'
import { HistoryLink } from '@/components/history/history-link'
import { NoteForm } from '@/components/note/note-form'
import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { backdropsIn } from '@/lib/media/server/queries'
import { listSeries, NOTES } from '@/lib/note/server/queries'
import { listPreviewLinks } from '@/lib/preview/server/queries'
import { paths } from '@/lib/routes/paths'
import { listNamesInUse } from '@/lib/technology/server/queries'
import { formCopy } from '@/lib/working-copy/server/queries'

const TITLE = 'Edit Note'

export const metadata: Metadata = { title: TITLE }

export default async function EditNotePage({ params }: PageProps<'/note/update/[id]'>) {
  const admin = await requireAdminPage()
  // Without a Suspense boundary, unlike public pages: a dynamic page would already have responded 200.
  const note = (await getContentAsAdmin(NOTES, admin, (await params).id)) ?? notFound()
  // What is not public has no page to go back to.
  const back = note.status === 'published' ? paths.note(note._id) : paths.adminNotes
  const subject = { kind: 'note', id: note._id } as const
  const from = await formCopy(admin, note._id)
  return (
    <WritingPage title={TITLE} back={<GoBack href={back} />}>
      <ImageBackdrops backdrops={await backdropsIn(note.description, from.copy?.fields.description ?? '')} />
      <NoteForm
        note={note}
        from={from}
        techInUse={await listNamesInUse(admin)}
        seriesInUse={await listSeries(admin)}
        previewLinks={await listPreviewLinks(admin, subject)}
      />
      <HistoryLink href={paths.noteHistory(note._id)} />
    </WritingPage>
  )
}
