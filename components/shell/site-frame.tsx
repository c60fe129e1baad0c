import type { ComponentProps, ReactNode } from 'react'
import { Footer, type FooterOwner } from '@/components/shell/footer'
import { PreloadFonts } from '@/components/shell/preload-fonts'
import { firstFonts } from '@/lib/site-settings/fonts'
import { type SiteStyle, styleRules } from '@/lib/site-settings/style'

type SiteFrameProps = {
  settings: FooterOwner & SiteStyle
  /** What the footer leads to besides the product's own. */
  pages: ComponentProps<typeof Footer>['pages']
  /** Whether the footer leads to the sign-in: not from the sign-in itself. */
  hasSignIn?: boolean
  children: ReactNode
}

/**
 * The frame of every screen below the top bar. Rendered by each route group's layout, not by the root layout: that one
 * is rendered at build time for the 404 page, without a database.
 */
export function SiteFrame({ settings, pages, hasSignIn = true, children }: SiteFrameProps) {
  const { scheme } = settings
  const rules = styleRules(settings)
  return (
    <>
      <PreloadFonts files={firstFonts(settings.fonts)} />
      {/* In place, not hoisted to the head: React never takes a hoisted one away again when the owner changes it. */}
      {rules !== '' && <style>{rules}</style>}
      <main
        id="content"
        tabIndex={-1}
        data-owner-scheme={scheme === 'system' ? undefined : scheme}
        className="flex flex-1 flex-col outline-none"
      >
        {children}
      </main>
      <Footer owner={settings} pages={pages} hasSignIn={hasSignIn} />
    </>
  )
}
