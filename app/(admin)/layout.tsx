import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/shell/site-frame'
import { TimeZoneProvider } from '@/components/shell/time-zone'
import { iconMetadata } from '@/lib/seo/server/site-icon'
import { getSettings } from '@/lib/site-settings/server/queries'
import '@/components/shell/all-styles.css'

// Every admin screen shows current data, to the admin who requested it.
export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { robots: { index: false, follow: false }, ...iconMetadata(await getSettings()) }
}

export default async function Layout({ children }: { children: ReactNode }) {
  const settings = await getSettings()
  return (
    <SiteFrame settings={settings}>
      <TimeZoneProvider timeZone={settings.timeZone}>{children}</TimeZoneProvider>
    </SiteFrame>
  )
}
