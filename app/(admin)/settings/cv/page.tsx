import type { Metadata } from 'next'
import { CvForm } from '@/components/cv/cv-form'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getCvAsAdmin } from '@/lib/cv/server/queries'
import { paths } from '@/lib/routes/paths'
import { CV } from '@/lib/texts/constants'

export const metadata: Metadata = { title: CV }

export default async function CvSettingsPage() {
  const cv = await getCvAsAdmin(await requireAdminPage())
  return (
    <AdminScreen
      current={paths.settings}
      title={CV}
      action={cv.document && <ButtonLink href={paths.cv}>See the page</ButtonLink>}
    >
      <div className="max-w-[42rem]">
        <CvForm cv={cv} />
      </div>
    </AdminScreen>
  )
}
