import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NotePage } from '@/components/note/note-page'
import { OwnPreviewMark } from '@/components/preview/preview-mark'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { unpublishedNote } from '@/lib/preview/server/queries'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PREVIEW } from '@/lib/texts/form-constants'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: PREVIEW, robots: { index: false, follow: false } }

export default async function NotePreviewPage({ params }: PageProps<'/preview/note/[id]'>) {
  const admin = await requireAdminPage()
  const { shown } = (await unpublishedNote(admin, (await params).id)) ?? notFound()
  return (
    <div className="as-visitor">
      <OwnPreviewMark />
      <NotePage {...shown} settings={await getSettings()} />
    </div>
  )
}
