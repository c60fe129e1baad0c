import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { SiteFrame } from '@/components/shell/site-frame'
import { siteFrame } from '@/lib/page/server/queries'
import { iconMetadata } from '@/lib/seo/server/site-icon'
import { getSettings } from '@/lib/site-settings/server/queries'

/**
 * Seconds a host that caches pages itself may show one unchanged: something scheduled becomes public without a write.
 * Our own server keeps pages until then, however long that is (decision 022).
 */
export const revalidate = 30

export async function generateMetadata(): Promise<Metadata> {
  return iconMetadata(await getSettings())
}

export default async function Layout({ children }: { children: ReactNode }) {
  return <SiteFrame {...(await siteFrame())}>{children}</SiteFrame>
}
