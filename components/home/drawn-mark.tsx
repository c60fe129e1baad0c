'use client'

import { useEffect, useRef } from 'react'
import { MARK_KEY } from '@/lib/platform/page-scripts'

/** A little longer than the style sheet draws (home-rules.ts); it began with the first paint, before this runs. */
const DRAWN_AFTER_MS = 1_000

/** Has the mark beside it drawn only the first time that home is seen in a session. */
export function DrawnMark() {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The preview beside the settings is a document of its own.
    if (element.current?.ownerDocument !== document) return
    try {
      sessionStorage.setItem(MARK_KEY, 'drawn')
    } catch {}
    setTimeout(() => {
      document.documentElement.dataset.mark = 'drawn'
    }, DRAWN_AFTER_MS)
  }, [])
  return <span ref={element} hidden />
}
