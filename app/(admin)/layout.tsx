import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/shell/site-frame'
import { TimeZoneProvider } from '@/components/shell/time-zone'
import { AccountProvider } from '@/components/sign-in/account'
import { currentMember } from '@/lib/auth/server/session'
import { siteFrame } from '@/lib/page/server/queries'
import { iconMetadata } from '@/lib/seo/server/site-icon'
import { getSettings } from '@/lib/site-settings/server/queries'
import '@/components/shell/all-styles.css'

// Every admin screen shows current data, to the admin who requested it.
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { robots: { index: false, follow: false }, ...iconMetadata(await getSettings()) }
}

export default async function Layout({ children }: { children: ReactNode }) {
  const [frame, member] = await Promise.all([siteFrame(), currentMember()])
  const account = member && { name: member.name, email: member.email ?? '' }
  return (
    <SiteFrame {...frame}>
      <TimeZoneProvider timeZone={frame.settings.timeZone}>
        <AccountProvider account={account}>{children}</AccountProvider>
      </TimeZoneProvider>
    </SiteFrame>
  )
}
