import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/shell/site-frame'
import { getSettings } from '@/lib/site-settings/server/queries'

// Every admin screen shows current data, to the admin who requested it.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { robots: { index: false, follow: false } }

export default async function Layout({ children }: { children: ReactNode }) {
  return <SiteFrame settings={await getSettings()}>{children}</SiteFrame>
}
