'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The current year: a page cached in December must not show the old one. */
export function CurrentYear({ rendered }: { rendered: number }) {
  return useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => rendered,
  )
}
