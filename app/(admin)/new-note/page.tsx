import type { Metadata } from 'next'
import { NoteForm } from '@/components/note/note-form'
import { WritingPage } from '@/components/writing/writing-page'
import { requireAdminPage } from '@/lib/auth/page'
import { NEW_NOTE } from '@/lib/settings/form-constants'

export const metadata: Metadata = { title: NEW_NOTE }

export default async function NewNotePage() {
  await requireAdminPage()
  return (
    <WritingPage title={NEW_NOTE}>
      <NoteForm />
    </WritingPage>
  )
}
