import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { WritingPage } from '@/components/content/writing-page'
import { PageForm } from '@/components/page/page-form'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { PAGES } from '@/lib/page/server/queries'
import { COPY_QUERY, paths } from '@/lib/routes/paths'
import { newFormCopy } from '@/lib/working-copy/server/queries'

const TITLE = 'New Page'

export const metadata: Metadata = { title: TITLE }

export default async function NewPagePage({ searchParams }: PageProps<'/new-page'>) {
  const admin = await requireAdminPage()
  const { [COPY_QUERY]: begun } = await searchParams
  if (typeof begun === 'string' && (await getContentAsAdmin(PAGES, admin, begun))) redirect(paths.updatePage(begun))
  return (
    <WritingPage title={TITLE} back={<GoBack href={paths.adminPages} />}>
      <PageForm from={newFormCopy(admin, { isServerBacked: true })} />
    </WritingPage>
  )
}
