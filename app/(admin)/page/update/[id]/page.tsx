import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { PageForm } from '@/components/page/page-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readForm } from '@/lib/content-screens/server/queries'
import { PAGES } from '@/lib/page/server/queries'

const TITLE = 'Edit Page'

export const metadata: Metadata = { title: TITLE }

export default async function EditPagePage({ params }: PageProps<'/page/update/[id]'>) {
  const { row, form, screen } = await readForm(PAGES, await requireAdminPage(), (await params).id)
  return (
    <WritingPage title={TITLE} {...screen}>
      <PageForm page={row} {...form} />
    </WritingPage>
  )
}
