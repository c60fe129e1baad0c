import type { ReactNode } from 'react'
import { Footer } from '@/components/layout/footer'

type SiteFrameProps = { ownerName: string; codeUrl: string; year: number; children: ReactNode }

/**
 * What a screen stands in below the top bar. Each route group's layout draws it, not the root layout: the build
 * draws that one for the 404 page, and there is no database then.
 */
export function SiteFrame({ children, ...footer }: SiteFrameProps) {
  return (
    <>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <Footer {...footer} />
    </>
  )
}
