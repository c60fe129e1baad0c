import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { WritingPage } from '@/components/content/writing-page'
import { NoteForm } from '@/components/note/note-form'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { NOTES } from '@/lib/note/server/queries'
import { COPY_QUERY, paths } from '@/lib/routes/paths'
import { listNamesInUse } from '@/lib/technology/server/queries'
import { NEW_NOTE } from '@/lib/texts/form-constants'
import { newFormCopy } from '@/lib/working-copy/server/queries'

export const metadata: Metadata = { title: NEW_NOTE }

export default async function NewNotePage({ searchParams }: PageProps<'/new-note'>) {
  const admin = await requireAdminPage()
  const { [COPY_QUERY]: begun } = await searchParams
  if (typeof begun === 'string' && (await getContentAsAdmin(NOTES, admin, begun))) redirect(paths.updateNote(begun))
  return (
    <WritingPage title={NEW_NOTE} back={<GoBack href={paths.adminNotes} />}>
      <NoteForm from={newFormCopy(admin, { isKept: true })} techInUse={await listNamesInUse(admin)} />
    </WritingPage>
  )
}
