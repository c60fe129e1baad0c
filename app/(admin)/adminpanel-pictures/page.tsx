import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PicturesTable } from '@/components/media/pictures-table'
import { AdminScreen } from '@/components/shell/admin-screen'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { PICTURE_FILTERS } from '@/lib/media/schema'
import { tablePictures } from '@/lib/media/server/queries'
import { paths } from '@/lib/routes/paths'
import { queryOfLastPage } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'
import { PICTURES } from '@/lib/texts/constants'
import { PICTURES_TABLE_SIZE } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: PICTURES }

export default async function PicturesPage({ searchParams }: PageProps<'/adminpanel-pictures'>) {
  const admin = await requireAdminPage()
  const query = await searchParams
  const status = PICTURE_FILTERS.find((filter) => filter === query.status) ?? 'all'
  const state = { ...parseTableState(query, PICTURES_TABLE_SIZE), status, trash: false }
  const page = await tablePictures(admin, state)
  const elsewhere = queryOfLastPage(page, state, PICTURES_TABLE_SIZE)
  if (elsewhere !== null) redirect(`${paths.adminPictures}${elsewhere}`)
  return (
    <AdminScreen current={paths.adminPictures}>
      <PicturesTable page={page} state={state} />
    </AdminScreen>
  )
}
