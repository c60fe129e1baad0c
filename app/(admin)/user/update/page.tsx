import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { ProfileForm } from '@/components/user/profile-form'
import { SecondFactor } from '@/components/user/second-factor'
import { SessionsList } from '@/components/user/sessions-list'
import { requireMemberPage } from '@/lib/auth/server/page-access'
import { getSecondFactor } from '@/lib/auth/server/second-factor-queries'
import { EDIT_PROFILE } from '@/lib/texts/form-constants'
import { listSessions, requireProfile } from '@/lib/user/server/queries'
import { formCopy } from '@/lib/working-copy/server/queries'

export const metadata: Metadata = { title: EDIT_PROFILE }

export default async function EditProfilePage() {
  const member = await requireMemberPage()
  const [profile, from, sessions, secondFactor] = await Promise.all([
    requireProfile(member.userId, member),
    formCopy(member, member.userId),
    listSessions(member),
    getSecondFactor(member),
  ])
  return (
    <WritingPage title={EDIT_PROFILE}>
      <ProfileForm profile={profile} from={from} />
      {secondFactor !== null && <SecondFactor isOn={secondFactor} />}
      <SessionsList sessions={sessions} />
    </WritingPage>
  )
}
