import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { UnfinishedCopies } from '@/components/content/unfinished-copies'
import { FirstStepsOffer } from '@/components/first-steps/first-steps-offer'
import { PostsTable } from '@/components/post/posts-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { tableContent } from '@/lib/content-kind/server/queries'
import { isUnnamed } from '@/lib/first-steps/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { queryOfLastPage } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'
import { ADD_PROJECT, ADMIN_PANEL } from '@/lib/texts/constants'
import { POSTS_TABLE_SIZE } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: ADMIN_PANEL }

export default async function AdminPanelPage({ searchParams }: PageProps<'/adminpanel'>) {
  const admin = await requireAdminPage()
  const state = parseTableState(await searchParams, POSTS_TABLE_SIZE)
  const [page, isNewSite] = await Promise.all([tableContent(POSTS, admin, state), isUnnamed(admin)])
  const elsewhere = queryOfLastPage(page, state, POSTS_TABLE_SIZE)
  if (elsewhere !== null) redirect(`${paths.adminPosts}${elsewhere}`)
  return (
    <AdminScreen current={paths.adminPosts} action={<ButtonLink href={paths.newPost}>{ADD_PROJECT}</ButtonLink>}>
      {isNewSite && !state.trash && <FirstStepsOffer />}
      {!state.trash && <UnfinishedCopies account={admin.userId} kind="post" form={paths.newPost} />}
      <PostsTable page={page} state={state} />
    </AdminScreen>
  )
}
