'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** Takes the frames of code, tables and formulas that show all they hold out of the tab order. */
export function ScrollStops() {
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other frames
  useEffect(() => {
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries)
        target.setAttribute('tabindex', target.scrollWidth > target.clientWidth ? '0' : '-1')
    })
    for (const frame of document.querySelectorAll('.rich-text [tabindex]')) observer.observe(frame)
    return () => observer.disconnect()
  }, [pathname])
  return null
}
