import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { NotePage } from '@/components/note/note-page'
import { PostDetail } from '@/components/post/post-detail'
import { LinkPreviewMark } from '@/components/preview/preview-mark'
import type { PreviewPass } from '@/lib/access/preview-pass'
import { previewNotePage } from '@/lib/note/server/queries'
import { previewPost } from '@/lib/post/server/queries'
import { openPreviewLink } from '@/lib/preview/server/queries'
import { paths } from '@/lib/routes/paths'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PREVIEW } from '@/lib/texts/form-constants'

// Rendered for each request and never cached: a link can be revoked.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: PREVIEW,
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

export default async function PreviewPage({ params }: PageProps<'/preview/[token]'>) {
  // Without a Suspense boundary, unlike public pages: a dynamic page would already have responded 200.
  const pass = (await openPreviewLink((await params).token)) ?? notFound()
  return (
    <div className="as-visitor">
      <LinkPreviewMark />
      {await page(pass)}
    </div>
  )
}

/** The page as everybody will see it; what is public by now is seen at its own address. */
async function page(pass: PreviewPass): Promise<ReactNode> {
  const settings = await getSettings()
  if (pass.kind === 'note') {
    const found = (await previewNotePage(pass)) ?? notFound()
    if (found.isPublic) redirect(paths.note(pass.id))
    return <NotePage {...found.shown} settings={settings} />
  }
  const found = (await previewPost(pass)) ?? notFound()
  if (found.isPublic) redirect(paths.post(pass.id))
  return <PostDetail {...found.shown} timeZone={settings.timeZone} author={settings} />
}
