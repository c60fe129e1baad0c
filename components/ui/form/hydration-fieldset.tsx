'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { FORM_NEEDS_JAVASCRIPT } from '@/lib/texts/form-constants'

const noChange = () => () => {}

/**
 * Disables its fields until hydration: earlier input would be lost in the first render, and an earlier submit would
 * leave the page. It looks the same meanwhile.
 */
export function HydrationFieldset({ className = '', children }: { className?: string; children: ReactNode }) {
  const isReady = useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
  return (
    <fieldset
      role="presentation"
      disabled={!isReady}
      className={`min-w-0 ${isReady ? '' : 'not-noscript:[&_:disabled]:opacity-100!'} ${className}`}
    >
      <p className="mb-4 hidden text-danger noscript:block">{FORM_NEEDS_JAVASCRIPT}</p>
      {children}
    </fieldset>
  )
}
