import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostDetail } from '@/components/post/post-detail'
import { OwnPreviewMark } from '@/components/preview/preview-mark'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { unpublishedPost } from '@/lib/preview/server/queries'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PREVIEW } from '@/lib/texts/form-constants'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: PREVIEW, robots: { index: false, follow: false } }

export default async function PostPreviewPage({ params }: PageProps<'/preview/post/[id]'>) {
  const admin = await requireAdminPage()
  const { shown } = (await unpublishedPost(admin, (await params).id)) ?? notFound()
  const settings = await getSettings()
  return (
    <div className="as-visitor">
      <OwnPreviewMark />
      <PostDetail {...shown} timeZone={settings.timeZone} author={settings} />
    </div>
  )
}
