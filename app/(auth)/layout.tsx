import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/shell/site-frame'
import { siteFrame } from '@/lib/page/server/queries'
import { iconMetadata } from '@/lib/seo/server/site-icon'
import { getSettings } from '@/lib/site-settings/server/queries'
import '@/components/shell/all-styles.css'

export async function generateMetadata(): Promise<Metadata> {
  return iconMetadata(await getSettings())
}

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame {...(await siteFrame())} hasSignIn={false}>
      {children}
    </SiteFrame>
  )
}
