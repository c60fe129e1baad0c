import type { Metadata } from 'next'
import { ProfileForm } from '@/components/user/profile-form'
import { SecondFactor } from '@/components/user/second-factor'
import { SessionsList } from '@/components/user/sessions-list'
import { WritingPage } from '@/components/writing/writing-page'
import { requireMemberPage } from '@/lib/auth/page'
import { getSecondFactor } from '@/lib/second-factor/queries'
import { EDIT_PROFILE } from '@/lib/settings/form-constants'
import { listSessions, requireProfile } from '@/lib/user/queries'

export const metadata: Metadata = { title: EDIT_PROFILE }

export default async function EditProfilePage() {
  const member = await requireMemberPage()
  const [profile, sessions, secondFactor] = await Promise.all([
    requireProfile(member.userId, member),
    listSessions(member),
    getSecondFactor(member),
  ])
  return (
    <WritingPage title={EDIT_PROFILE}>
      <ProfileForm profile={profile} />
      {secondFactor !== null && <SecondFactor isOn={secondFactor} />}
      <SessionsList sessions={sessions} />
    </WritingPage>
  )
}
