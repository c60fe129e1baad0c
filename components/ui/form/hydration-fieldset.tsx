'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { FORM_NEEDS_JAVASCRIPT } from '@/lib/texts/form-constants'

const noChange = () => () => {}

/**
 * Fields and buttons that take nothing before the screen's scripts can keep it: what is typed earlier would be undone by
 * the first drawing, and what is sent earlier would leave the page. They look no different meanwhile.
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
      <noscript>
        <p className="mb-4 text-danger">{FORM_NEEDS_JAVASCRIPT}</p>
      </noscript>
      {children}
    </fieldset>
  )
}
