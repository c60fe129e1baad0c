import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HistoryPage } from '@/components/history/history-page'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getHistory } from '@/lib/content-kind/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { HISTORY } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: HISTORY }

export default async function PostHistoryPage({ params, searchParams }: PageProps<'/post/history/[id]'>) {
  const admin = await requireAdminPage()
  const { id, ...history } = (await getHistory(POSTS, admin, (await params).id, await searchParams)) ?? notFound()
  return <HistoryPage {...history} path={paths.postHistory(id)} back={paths.updatePost(id)} />
}
