import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LoggedInCheck } from '@/components/content/logged-in-check'
import { WritingPage } from '@/components/content/writing-page'
import { PostForm } from '@/components/post/post-form'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { COPY_QUERY, paths } from '@/lib/routes/paths'
import { listNamesInUse } from '@/lib/technology/server/queries'
import { newFormCopy } from '@/lib/working-copy/server/queries'

const TITLE = 'New Post'

export const metadata: Metadata = { title: TITLE }

export default async function NewPostPage({ searchParams }: PageProps<'/new'>) {
  const admin = await requireAdminPage()
  const { [COPY_QUERY]: begun } = await searchParams
  if (typeof begun === 'string' && (await getContentAsAdmin(POSTS, admin, begun))) redirect(paths.updatePost(begun))
  return (
    <LoggedInCheck>
      <WritingPage title={TITLE} back={<GoBack href={paths.adminPosts} />}>
        <PostForm from={newFormCopy(admin, { isServerBacked: true })} techInUse={await listNamesInUse(admin)} />
      </WritingPage>
    </LoggedInCheck>
  )
}
