import type { Metadata } from 'next'
import { WritingPage } from '@/components/content/writing-page'
import { AppLink } from '@/components/ui/app-link'
import { SecondFactor } from '@/components/user/second-factor'
import { SessionsList } from '@/components/user/sessions-list'
import { Tokens } from '@/components/user/tokens'
import { requireMemberPage } from '@/lib/auth/server/page-access'
import { getSecondFactor } from '@/lib/auth/server/second-factor-queries'
import { listTokens, mayMakeTokens } from '@/lib/auth/server/token-queries'
import { paths } from '@/lib/routes/paths'
import { SECURITY, UPDATE_PROFILE } from '@/lib/texts/constants'
import { listSessions } from '@/lib/user/server/queries'

export const metadata: Metadata = { title: SECURITY }

export default async function SecurityPage() {
  const member = await requireMemberPage()
  const [sessions, secondFactor, tokens] = await Promise.all([
    listSessions(member),
    getSecondFactor(member),
    member.isAdmin ? listTokens(member) : null,
  ])
  return (
    <WritingPage title={SECURITY} back={paths.profile(member.userId)}>
      <p className="-mt-4 text-muted">
        Change your email and password in{' '}
        <AppLink href={paths.updateProfile} className="link">
          {UPDATE_PROFILE}
        </AppLink>
        .
      </p>
      {secondFactor !== null && <SecondFactor isOn={secondFactor} />}
      <SessionsList sessions={sessions} />
      {tokens && <Tokens tokens={tokens} mayMake={mayMakeTokens()} needsCode={secondFactor === true} />}
    </WritingPage>
  )
}
