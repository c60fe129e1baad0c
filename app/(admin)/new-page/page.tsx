import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { PageForm } from '@/components/page/page-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { beginForm } from '@/lib/content-screens/server/queries'
import { PAGES } from '@/lib/page/server/queries'
import { paths } from '@/lib/routes/paths'

const TITLE = 'New Page'

export const metadata: Metadata = { title: TITLE }

export default async function NewPagePage({ searchParams }: PageProps<'/new-page'>) {
  return (
    <WritingPage title={TITLE} back={paths.adminPages}>
      <PageForm from={await beginForm(PAGES, await requireAdminPage(), await searchParams)} />
    </WritingPage>
  )
}
