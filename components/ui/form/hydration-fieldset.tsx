'use client'

import { type ReactNode, useSyncExternalStore } from 'react'

type HydrationFieldsetProps = {
  className?: string
  /** Whether its fields hold what they are to begin with. */
  isFilled?: boolean
  /** Whether it says that it needs JavaScript; its form does otherwise, at its top. */
  saysNeed?: boolean
  children: ReactNode
}

const noChange = () => () => {}

/**
 * Disables its fields until hydration: earlier input would be lost in the first render, and an earlier submit would
 * leave the page. It looks the same meanwhile.
 */
export function HydrationFieldset({
  className = '',
  isFilled = true,
  saysNeed = true,
  children,
}: HydrationFieldsetProps) {
  const isHydrated = useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
  const isReady = isHydrated && isFilled
  return (
    <fieldset
      role="presentation"
      disabled={!isReady}
      className={`min-w-0 ${isReady ? '' : 'not-noscript:[&_:disabled]:opacity-100! noscript:[&_:is(input,select,textarea):disabled]:opacity-60'} ${className}`}
    >
      {saysNeed && <NeedsJavaScript />}
      {children}
    </fieldset>
  )
}

/** Shown without JavaScript alone, above the fields it is about. */
export function NeedsJavaScript() {
  return (
    <p className="mb-4 hidden text-danger noscript:block">
      This form needs JavaScript. Please turn it on and load the page again.
    </p>
  )
}
