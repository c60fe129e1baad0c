import type { Metadata } from 'next'
import { AdminScreen } from '@/components/layout/admin-screen'
import { SettingsForm } from '@/components/settings/settings-form'
import { requireAdminPage } from '@/lib/auth/page'
import { paths } from '@/lib/paths'
import { SITE_SETTINGS } from '@/lib/settings/constants'
import { getSettings } from '@/lib/settings/queries'
import { listProfileChoices } from '@/lib/user/queries'

export const metadata: Metadata = { title: SITE_SETTINGS }

export default async function SettingsPage() {
  const admin = await requireAdminPage()
  const settings = await getSettings()
  const profiles = await listProfileChoices(admin, settings.aboutProfileId)
  return (
    <AdminScreen current={paths.settings}>
      <SettingsForm settings={settings} profiles={profiles} />
    </AdminScreen>
  )
}
