import type { Metadata } from 'next'
import { LoggedInCheck } from '@/components/content/logged-in-check'
import { WritingPage } from '@/components/content/writing-page'
import { PostForm } from '@/components/post/post-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { beginForm } from '@/lib/content-screens/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { listNamesInUse } from '@/lib/technology/server/queries'

const TITLE = 'New Post'

export const metadata: Metadata = { title: TITLE }

export default async function NewPostPage({ searchParams }: PageProps<'/new'>) {
  const admin = await requireAdminPage()
  const from = await beginForm(POSTS, admin, await searchParams)
  return (
    <LoggedInCheck>
      <WritingPage title={TITLE} back={paths.adminPosts}>
        <PostForm from={from} techInUse={await listNamesInUse(admin)} />
      </WritingPage>
    </LoggedInCheck>
  )
}
