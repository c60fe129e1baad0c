import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AdminScreen } from '@/components/layout/admin-screen'
import { PostsTable } from '@/components/post/posts-table'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/page'
import { paths } from '@/lib/paths'
import { tablePosts } from '@/lib/post/queries'
import { ADD_PROJECT, ADMIN_PANEL } from '@/lib/settings/constants'
import { POSTS_TABLE_SIZE } from '@/lib/settings/form-constants'
import { queryOfLastPage } from '@/lib/table'
import { parseTableState } from '@/lib/table-schema'

export const metadata: Metadata = { title: ADMIN_PANEL }

export default async function AdminPanelPage({ searchParams }: PageProps<'/adminpanel'>) {
  const admin = await requireAdminPage()
  const state = parseTableState(await searchParams, POSTS_TABLE_SIZE)
  const page = await tablePosts(admin, state)
  const elsewhere = queryOfLastPage(page, state, POSTS_TABLE_SIZE)
  if (elsewhere !== null) redirect(`${paths.adminPosts}${elsewhere}`)
  return (
    <AdminScreen current={paths.adminPosts} action={<ButtonLink href={paths.newPost}>{ADD_PROJECT}</ButtonLink>}>
      <PostsTable page={page} state={state} />
    </AdminScreen>
  )
}
