import type { Metadata } from 'next'
import { SettingsForm } from '@/components/settings/settings-form'
import { AdminScreen } from '@/components/shell/admin-screen'
import { ButtonLink } from '@/components/ui/button'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { listRecentNotes } from '@/lib/note/server/queries'
import { countHitsOfTechnologies, listRecentPosts } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { getSettings } from '@/lib/site-settings/server/queries'
import { CAROUSEL_POSTS, FIRST_STEPS, HOME_NOTES, SITE_SETTINGS } from '@/lib/texts/constants'
import { listProfileChoices } from '@/lib/user/server/queries'
import { SETTINGS_KEY } from '@/lib/working-copy/schema'
import { formCopy } from '@/lib/working-copy/server/queries'

export const metadata: Metadata = { title: SITE_SETTINGS }

export default async function SettingsPage() {
  const admin = await requireAdminPage()
  const settings = await getSettings()
  const [profiles, posts, notes, hits] = await Promise.all([
    listProfileChoices(admin, settings.aboutProfileId),
    listRecentPosts(CAROUSEL_POSTS),
    listRecentNotes(HOME_NOTES),
    countHitsOfTechnologies(settings.competencies.flatMap(({ items }) => items)),
  ])
  return (
    <AdminScreen current={paths.settings} action={<ButtonLink href={paths.welcome}>{FIRST_STEPS}</ButtonLink>}>
      <SettingsForm
        settings={settings}
        profiles={profiles}
        content={{ posts, notes, hits }}
        from={await formCopy(admin, SETTINGS_KEY)}
      />
    </AdminScreen>
  )
}
