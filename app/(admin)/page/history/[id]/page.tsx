import type { Metadata } from 'next'
import { HistoryPage } from '@/components/history/history-page'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readHistory } from '@/lib/content-screens/server/queries'
import { PAGES } from '@/lib/page/server/queries'
import { HISTORY } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: HISTORY }

export default async function PageHistoryPage({ params, searchParams }: PageProps<'/page/history/[id]'>) {
  return (
    <HistoryPage {...(await readHistory(PAGES, await requireAdminPage(), (await params).id, await searchParams))} />
  )
}
