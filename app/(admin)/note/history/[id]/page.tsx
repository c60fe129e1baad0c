import type { Metadata } from 'next'
import { HistoryPage } from '@/components/history/history-page'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readHistory } from '@/lib/content-screens/server/queries'
import { NOTES } from '@/lib/note/server/queries'
import { HISTORY } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: HISTORY }

export default async function NoteHistoryPage({ params, searchParams }: PageProps<'/note/history/[id]'>) {
  return (
    <HistoryPage {...(await readHistory(NOTES, await requireAdminPage(), (await params).id, await searchParams))} />
  )
}
