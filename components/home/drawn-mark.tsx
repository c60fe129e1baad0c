'use client'

import { useEffect } from 'react'
import { MARK_KEY } from '@/lib/platform/page-scripts'

/** A little longer than the style sheet draws (home-rules.ts); it began with the first paint, before this runs. */
const DRAWN_AFTER_MS = 1_000

/** Has the mark beside it drawn only the first time that home is seen in a session. */
export function DrawnMark() {
  useEffect(() => {
    try {
      sessionStorage.setItem(MARK_KEY, 'drawn')
    } catch {}
    setTimeout(() => {
      document.documentElement.dataset.mark = 'drawn'
    }, DRAWN_AFTER_MS)
  }, [])
  return null
}
