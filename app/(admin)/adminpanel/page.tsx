import type { Metadata } from 'next'
import { UnfinishedCopies } from '@/components/content/unfinished-copies'
import { FirstStepsOffer } from '@/components/first-steps/first-steps-offer'
import { PinnedOrder } from '@/components/post/pinned-order'
import { PostsTable } from '@/components/post/posts-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { tableContent } from '@/lib/content-kind/server/queries'
import { hasSampleOwner } from '@/lib/first-steps/server/queries'
import { listPinned, POSTS } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { readTable } from '@/lib/table/server/read-table'
import { inTrash } from '@/lib/table/table-state'
import { ADD_PROJECT, ADMIN_PANEL } from '@/lib/texts/constants'
import { POSTS_TABLE_SIZE, PROJECTS } from '@/lib/texts/form-constants'

const titleOf = (query: Record<string, unknown>) => (query.trash === '1' ? inTrash(PROJECTS) : ADMIN_PANEL)

export async function generateMetadata({ searchParams }: PageProps<'/adminpanel'>): Promise<Metadata> {
  return { title: titleOf(await searchParams) }
}

export default async function AdminPanelPage({ searchParams }: PageProps<'/adminpanel'>) {
  const admin = await requireAdminPage()
  const [shown, isNewSite, pinned] = await Promise.all([
    readTable(paths.adminPosts, POSTS_TABLE_SIZE, await searchParams, (state) => tableContent(POSTS, admin, state)),
    hasSampleOwner(admin),
    listPinned(admin),
  ])
  return (
    <AdminScreen
      current={paths.adminPosts}
      title={titleOf(await searchParams)}
      action={<ButtonLink href={paths.newPost}>{ADD_PROJECT}</ButtonLink>}
    >
      {isNewSite && !shown.state.trash && <FirstStepsOffer />}
      {!shown.state.trash && <UnfinishedCopies account={admin.userId} kind="post" form={paths.newPost} />}
      {!shown.state.trash && <PinnedOrder pinned={pinned} />}
      <PostsTable {...shown} />
    </AdminScreen>
  )
}
