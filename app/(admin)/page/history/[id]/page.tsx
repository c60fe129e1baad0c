import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HistoryPage } from '@/components/history/history-page'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getHistory } from '@/lib/content-kind/server/queries'
import { PAGES } from '@/lib/page/server/queries'
import { paths } from '@/lib/routes/paths'
import { HISTORY } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: HISTORY }

export default async function PageHistoryPage({ params, searchParams }: PageProps<'/page/history/[id]'>) {
  const admin = await requireAdminPage()
  const { id, ...history } = (await getHistory(PAGES, admin, (await params).id, await searchParams)) ?? notFound()
  return <HistoryPage {...history} path={paths.pageHistory(id)} back={paths.updatePage(id)} />
}
