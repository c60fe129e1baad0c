import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/shell/site-frame'
import { getSettings } from '@/lib/site-settings/server/queries'

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame settings={await getSettings()} hasSignIn={false}>
      {children}
    </SiteFrame>
  )
}
