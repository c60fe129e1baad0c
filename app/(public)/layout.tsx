import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/layout/site-frame'
import { getSettings } from '@/lib/settings/queries'

export default async function Layout({ children }: { children: ReactNode }) {
  return <SiteFrame settings={await getSettings()}>{children}</SiteFrame>
}
