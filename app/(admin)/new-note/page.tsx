import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { NEW_NOTE } from '@/lib/texts/form-constants'
import { newFormCopy } from '@/lib/working-copy/server/queries'

export const metadata: Metadata = { title: NEW_NOTE }

export default async function NewNotePage({ searchParams }: PageProps<'/new-note'>) {
  const admin = await requireAdminPage()
  return (
    <WritingPage title={NEW_NOTE}>
      <NoteForm from={await newFormCopy(admin, 'note', await searchParams)} />
    </WritingPage>
  )
}
