import type { Metadata } from 'next'
import { SettingsForm } from '@/components/settings/settings-form'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { readHome } from '@/lib/home/server/queries'
import { timeZoneNames } from '@/lib/platform/local-time'
import { paths } from '@/lib/routes/paths'
import { HOME_SECTIONS } from '@/lib/site-settings/look'
import { getSettings } from '@/lib/site-settings/server/queries'
import { CV, FIRST_STEPS, SITE_SETTINGS } from '@/lib/texts/constants'
import { listProfileChoices } from '@/lib/user/server/queries'

export const metadata: Metadata = { title: SITE_SETTINGS }

export default async function SettingsPage() {
  const admin = await requireAdminPage()
  const settings = await getSettings()
  const [profiles, content] = await Promise.all([
    listProfileChoices(admin, settings.aboutProfileId),
    // The preview also shows the sections that are not saved yet.
    readHome({ ...settings, homeSections: [...HOME_SECTIONS] }),
  ])
  return (
    <AdminScreen
      current={paths.settings}
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={paths.cvSettings}>{CV}</ButtonLink>
          <ButtonLink href={paths.welcome}>{FIRST_STEPS}</ButtonLink>
        </div>
      }
    >
      <SettingsForm settings={settings} profiles={profiles} content={content} timeZones={timeZoneNames()} />
    </AdminScreen>
  )
}
