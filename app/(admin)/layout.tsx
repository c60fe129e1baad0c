import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/layout/site-frame'
import { getSettings } from '@/lib/settings/queries'

// Every screen in here shows what the database holds now, to the one who asks.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { robots: { index: false, follow: false } }

export default async function Layout({ children }: { children: ReactNode }) {
  return <SiteFrame settings={await getSettings()}>{children}</SiteFrame>
}
