'use client'

import { useEffect, useState } from 'react'
import { ThemeIcon } from '@/components/ui/icons'
import { THEME_KEY } from '@/lib/platform/page-scripts'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const NAMES: Record<Theme, string> = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' }

/** Cycles through system, light and dark; stored in the browser. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>('system')

  useEffect(() => {
    const chosen = document.documentElement.dataset.theme
    if (chosen === 'light' || chosen === 'dark') setTheme(chosen)
  }, [])

  function choose(next: Theme) {
    setTheme(next)
    const root = document.documentElement
    try {
      if (next === 'system') localStorage.removeItem(THEME_KEY)
      else localStorage.setItem(THEME_KEY, next)
    } catch {}
    if (next === 'system') delete root.dataset.theme
    else root.dataset.theme = next
  }

  return (
    <button
      type="button"
      onClick={() => choose(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system')}
      className="needs-script screen-only inline-flex min-h-11 items-center gap-2 rounded-plate text-muted transition-colors hover:text-fg"
    >
      <ThemeIcon className="size-[1.1em]" />
      {NAMES[theme]}
    </button>
  )
}
