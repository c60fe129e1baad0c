import { TableScreen, tableTitle } from '@/components/content/table-screen'
import { FirstStepsOffer } from '@/components/first-steps/first-steps-offer'
import { PinnedOrder } from '@/components/post/pinned-order'
import { PostsTable } from '@/components/post/posts-table'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readContentTable } from '@/lib/content-screens/server/queries'
import { hasSampleOwner } from '@/lib/first-steps/server/queries'
import { listPinned, POSTS } from '@/lib/post/server/queries'

export async function generateMetadata({ searchParams }: PageProps<'/adminpanel'>) {
  return { title: tableTitle('post', (await searchParams).trash === '1') }
}

export default async function AdminPanelPage({ searchParams }: PageProps<'/adminpanel'>) {
  const admin = await requireAdminPage()
  const [shown, isNewSite, pinned] = await Promise.all([
    readContentTable(POSTS, admin, await searchParams),
    hasSampleOwner(admin),
    listPinned(admin),
  ])
  const { trash } = shown.state
  return (
    <TableScreen kind="post" account={admin.userId} isTrash={trash} offer={isNewSite && <FirstStepsOffer />}>
      {!trash && <PinnedOrder pinned={pinned} />}
      <PostsTable {...shown} />
    </TableScreen>
  )
}
