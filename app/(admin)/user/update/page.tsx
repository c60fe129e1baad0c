import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { AppLink } from '@/components/ui/app-link'
import { ProfileForm } from '@/components/user/profile-form'
import { requireMemberPage } from '@/lib/auth/server/page-access'
import { backdropsIn } from '@/lib/media/server/queries'
import { paths } from '@/lib/routes/paths'
import { SECURITY } from '@/lib/texts/constants'
import { requireProfile } from '@/lib/user/server/queries'
import { newFormCopy } from '@/lib/working-copy/server/queries'

const TITLE = 'Edit Profile'

export const metadata: Metadata = { title: TITLE }

export default async function EditProfilePage() {
  const member = await requireMemberPage()
  const profile = await requireProfile(member.userId, member)
  return (
    <WritingPage title={TITLE} back={paths.profile(member.userId)} backdrops={await backdropsIn(profile.about)}>
      <p className="-mt-4 mb-8 text-muted">
        {member.isAdmin ? 'Two-step sign-in and your sessions are under' : 'Your sessions are under'}{' '}
        <AppLink href={paths.security} className="link">
          {SECURITY}
        </AppLink>
        .
      </p>
      <ProfileForm profile={profile} from={newFormCopy(member)} />
    </WritingPage>
  )
}
