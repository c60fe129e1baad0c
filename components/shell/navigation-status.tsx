'use client'

import { useEffect, useState } from 'react'
import { usePendingNavigation } from '@/components/ui/navigation-pending'
import { Spinner } from '@/components/ui/spinner'
import { publicPageAt } from '@/lib/routes/public-pages'

/** Faster navigations show no text: it would only flicker. */
const SHOW_AFTER_MS = 120

const TEXTS = {
  carousel: 'Loading Carousel...',
  projects: 'Loading projects, please wait...',
  notes: 'Loading, please wait!',
}

/** The specified loading text for a screen. */
export function loadingText(href: string): string {
  const { loading } = publicPageAt(href.split(/[?#]/)[0] ?? href)?.page ?? {}
  return loading ? TEXTS[loading] : 'Loading... Please wait'
}

/**
 * The loading texts, shown over the current screen. A `loading.tsx` would make the server send the text first and the
 * content behind a script, and missing pages with status 200.
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
