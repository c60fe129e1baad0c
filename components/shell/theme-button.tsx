'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '@/components/ui/icon'
import { THEME_KEY } from '@/lib/platform/page-scripts'
import { SCHEMES, type Scheme } from '@/lib/site-settings/look'

const NAMES: Record<Scheme, string> = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' }

/** Cycles through system, light and dark; stored in the browser unless it is `siteScheme`, which the site shows by itself. */
export function ThemeButton({ siteScheme }: { siteScheme: Scheme }) {
  const [theme, setTheme] = useState(siteScheme)

  useEffect(() => {
    const chosen = document.documentElement.dataset.theme
    setTheme(SCHEMES.find((scheme) => scheme === chosen) ?? siteScheme)
  }, [siteScheme])

  function choose(next: Scheme) {
    try {
      if (next === siteScheme) localStorage.removeItem(THEME_KEY)
      else localStorage.setItem(THEME_KEY, next)
    } catch {}
    fade(() => {
      flushSync(() => setTheme(next))
      const root = document.documentElement
      if (next === siteScheme) delete root.dataset.theme
      else root.dataset.theme = next
    })
  }

  return (
    <button
      type="button"
      onClick={() => choose(SCHEMES[(SCHEMES.indexOf(theme) + 1) % SCHEMES.length] ?? siteScheme)}
      className="needs-script screen-only inline-flex min-h-11 items-center gap-2 rounded-plate text-muted hover:text-fg forced-colors:border forced-colors:px-3"
    >
      <Icon name="theme" className="size-[1.1em]" />
      {NAMES[theme]}
    </button>
  )
}

/** One scheme fades into the other, where the browser can; globals.css leaves that out for reduced motion. */
function fade(change: () => void) {
  if (!document.startViewTransition) return change()
  // Another press, or a hidden window, ends it early.
  document.startViewTransition(change).ready.catch(() => {})
}
