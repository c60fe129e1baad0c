import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { PostForm } from '@/components/post/post-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readForm } from '@/lib/content-screens/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { listNamesInUse } from '@/lib/technology/server/queries'

const TITLE = 'Edit Project'

export const metadata: Metadata = { title: TITLE }

export default async function EditPostPage({ params }: PageProps<'/post/update/[id]'>) {
  const admin = await requireAdminPage()
  const { row, form, screen } = await readForm(POSTS, admin, (await params).id)
  return (
    <WritingPage title={TITLE} {...screen}>
      <PostForm post={row} {...form} techInUse={await listNamesInUse(admin)} />
    </WritingPage>
  )
}
