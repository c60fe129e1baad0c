import type { Metadata } from 'next'
import { HistoryPage } from '@/components/history/history-page'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readHistory } from '@/lib/content-screens/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { HISTORY } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: HISTORY }

export default async function PostHistoryPage({ params, searchParams }: PageProps<'/post/history/[id]'>) {
  return (
    <HistoryPage {...(await readHistory(POSTS, await requireAdminPage(), (await params).id, await searchParams))} />
  )
}
