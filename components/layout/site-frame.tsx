import type { ReactNode } from 'react'
import { Footer } from '@/components/layout/footer'
import type { Settings } from '@/lib/settings/schema'

type SiteFrameProps = { settings: Pick<Settings, 'ownerName' | 'codeUrl' | 'accent'>; children: ReactNode }

/**
 * What a screen stands in below the top bar. Each route group's layout draws it, not the root layout: the build
 * draws that one for the 404 page, and there is no database then.
 */
export function SiteFrame({ settings, children }: SiteFrameProps) {
  const { ownerName, codeUrl, accent } = settings
  return (
    <>
      {accent !== '' && (
        <style href={`accent-${accent.slice(1)}`} precedence="accent">
          {accentRule(accent)}
        </style>
      )}
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <Footer ownerName={ownerName} codeUrl={codeUrl} year={new Date().getFullYear()} />
    </>
  )
}

/** The owner's colour was checked against white; our paper is a shade darker, and on black it has to be light. */
function accentRule(accent: string): string {
  return `:root{--accent-light:color-mix(in oklab,${accent} 94%,black);--accent-dark:color-mix(in oklab,${accent} 42%,white)}`
}
