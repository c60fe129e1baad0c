import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/layout/site-frame'
import { getSettings } from '@/lib/settings/queries'

export default async function Layout({ children }: { children: ReactNode }) {
  const { ownerName, codeUrl } = await getSettings()
  return (
    <SiteFrame ownerName={ownerName} codeUrl={codeUrl} year={new Date().getFullYear()}>
      {children}
    </SiteFrame>
  )
}
