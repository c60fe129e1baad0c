import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { WritingPage } from '@/components/content/writing-page'
import { HistoryLink } from '@/components/history/history-link'
import { PageForm } from '@/components/page/page-form'
import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { backdropsIn } from '@/lib/media/server/queries'
import { PAGES } from '@/lib/page/server/queries'
import { listPreviewLinks } from '@/lib/preview/server/queries'
import { paths } from '@/lib/routes/paths'
import { formCopy } from '@/lib/working-copy/server/queries'

const TITLE = 'Edit Page'

export const metadata: Metadata = { title: TITLE }

export default async function EditPagePage({ params }: PageProps<'/page/update/[id]'>) {
  const admin = await requireAdminPage()
  // Without a Suspense boundary, unlike public pages: a dynamic page would already have responded 200.
  const page = (await getContentAsAdmin(PAGES, admin, (await params).id)) ?? notFound()
  // What is not public has no page to go back to.
  const back = page.status === 'published' ? paths.page(page._id) : paths.adminPages
  const subject = { kind: 'page', id: page._id } as const
  const from = await formCopy(admin, page._id)
  return (
    <WritingPage title={TITLE} back={<GoBack href={back} />}>
      <ImageBackdrops backdrops={await backdropsIn(page.description, from.copy?.fields.description ?? '')} />
      <PageForm page={page} from={from} previewLinks={await listPreviewLinks(admin, subject)} />
      <HistoryLink href={paths.pageHistory(page._id)} />
    </WritingPage>
  )
}
