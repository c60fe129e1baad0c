'use client'

import { useEffect, useRef } from 'react'
import { MARK_KEY } from '@/lib/platform/page-scripts'

/** Longer than the animation (home.css), which starts with the first paint, before this runs. */
const DRAWN_AFTER_MS = 1_000

/** Ends the mark's drawing animation for this session: it plays on the first visit of home alone. */
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
