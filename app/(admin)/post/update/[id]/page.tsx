import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { WritingPage } from '@/components/content/writing-page'
import { HistoryLink } from '@/components/history/history-link'
import { PostForm } from '@/components/post/post-form'
import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { backdropsIn } from '@/lib/media/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { listPreviewLinks } from '@/lib/preview/server/queries'
import { paths } from '@/lib/routes/paths'
import { listNamesInUse } from '@/lib/technology/server/queries'
import { formCopy } from '@/lib/working-copy/server/queries'

const TITLE = 'Edit Project'

export const metadata: Metadata = { title: TITLE }

export default async function EditPostPage({ params }: PageProps<'/post/update/[id]'>) {
  const admin = await requireAdminPage()
  // Without a Suspense boundary, unlike public pages: a dynamic page would already have responded 200.
  const post = (await getContentAsAdmin(POSTS, admin, (await params).id)) ?? notFound()
  // What is not public has no page to go back to.
  const back = post.status === 'published' ? paths.post(post._id) : paths.adminPosts
  const subject = { kind: 'post', id: post._id } as const
  const from = await formCopy(admin, post._id)
  return (
    <WritingPage title={TITLE} back={<GoBack href={back} />}>
      <ImageBackdrops backdrops={await backdropsIn(post.story, from.copy?.fields.story ?? '')} />
      <PostForm
        post={post}
        from={from}
        techInUse={await listNamesInUse(admin)}
        previewLinks={await listPreviewLinks(admin, subject)}
      />
      <HistoryLink href={paths.postHistory(post._id)} />
    </WritingPage>
  )
}
