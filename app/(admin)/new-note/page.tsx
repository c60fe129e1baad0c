import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { backdropsIn } from '@/lib/media/server/queries'
import { paths } from '@/lib/routes/paths'
import { NEW_NOTE } from '@/lib/texts/form-constants'
import { newFormCopy } from '@/lib/working-copy/server/queries'

export const metadata: Metadata = { title: NEW_NOTE }

export default async function NewNotePage({ searchParams }: PageProps<'/new-note'>) {
  const admin = await requireAdminPage()
  const from = await newFormCopy(admin, 'note', await searchParams)
  return (
    <WritingPage title={NEW_NOTE} back={<GoBack href={paths.adminNotes} />}>
      <ImageBackdrops backdrops={await backdropsIn(from.copy?.fields.description ?? '')} />
      <NoteForm from={from} />
    </WritingPage>
  )
}
