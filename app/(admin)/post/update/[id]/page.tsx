import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostForm } from '@/components/post/post-form'
import { WritingPage } from '@/components/writing/writing-page'
import { requireAdminPage } from '@/lib/auth/page'
import { getPost } from '@/lib/post/queries'
import { EDIT_POST } from '@/lib/settings/form-constants'

export const metadata: Metadata = { title: EDIT_POST }

export default async function EditPostPage({ params }: PageProps<'/post/update/[id]'>) {
  await requireAdminPage()
  // Bare: a boundary, as the public pages have it, would let a page that is drawn for each request answer 200.
  const post = (await getPost((await params).id)) ?? notFound()
  return (
    <WritingPage title={EDIT_POST}>
      <PostForm post={post} />
    </WritingPage>
  )
}
