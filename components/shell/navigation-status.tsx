'use client'

import { useEffect, useState } from 'react'
import { usePendingNavigation } from '@/components/ui/navigation-pending'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/lib/routes/paths'
import { LOADING_CAROUSEL, LOADING_NOTES, LOADING_POST, LOADING_PROJECTS } from '@/lib/texts/constants'

/** Quicker answers than this need no text; it would only flicker. */
const SHOW_AFTER_MS = 120

/** What the specification says while the screen at `href` is on its way. */
export function loadingText(href: string): string {
  const path = href.split(/[?#]/)[0] ?? href
  const first = `/${path.split('/')[1] ?? ''}`
  if (path === paths.home) return LOADING_CAROUSEL
  if (first === paths.posts() || first === paths.searchForm) return LOADING_PROJECTS
  if (first === paths.notes() || first === '/note') return LOADING_NOTES
  return LOADING_POST
}

/**
 * The loading texts. Shown over the screen that is being left, so that the server can send each page whole: a
 * `loading.tsx` would make it send the text first and the content behind a script, and a missing page as found.
 */
export function NavigationStatus() {
  const pending = usePendingNavigation()
  const [shown, setShown] = useState<string | null>(null)

  useEffect(() => {
    if (pending === null) {
      setShown(null)
      return
    }
    const timer = setTimeout(() => setShown(pending), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pending])

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-16 z-40 flex justify-center px-4">
      {shown !== null && (
        <p className="appear flex items-center gap-3 rounded-full border border-line bg-paper px-5 py-2.5 text-sm shadow-lg shadow-black/10">
          <Spinner className="size-5 text-accent" />
          {loadingText(shown)}
        </p>
      )}
    </div>
  )
}
