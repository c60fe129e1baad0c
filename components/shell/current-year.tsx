'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The year now: a page kept since December does not show last year's. */
export function CurrentYear({ rendered }: { rendered: number }) {
  return useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => rendered,
  )
}
