import type { Metadata } from 'next'
import { SettingsForm } from '@/components/settings/settings-form'
import { AdminScreen } from '@/components/shell/admin-screen'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { paths } from '@/lib/routes/paths'
import { getSettings } from '@/lib/site-settings/server/queries'
import { SITE_SETTINGS } from '@/lib/texts/constants'
import { listProfileChoices } from '@/lib/user/server/queries'
import { SETTINGS_KEY } from '@/lib/working-copy/schema'
import { formCopy } from '@/lib/working-copy/server/queries'

export const metadata: Metadata = { title: SITE_SETTINGS }

export default async function SettingsPage() {
  const admin = await requireAdminPage()
  const settings = await getSettings()
  const profiles = await listProfileChoices(admin, settings.aboutProfileId)
  return (
    <AdminScreen current={paths.settings}>
      <SettingsForm settings={settings} profiles={profiles} from={await formCopy(admin, SETTINGS_KEY)} />
    </AdminScreen>
  )
}
