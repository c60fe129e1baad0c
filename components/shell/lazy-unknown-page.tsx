'use client'

import { lazy } from 'react'

const UnknownPage = lazy(async () => ({ default: (await import('@/components/shell/unknown-page')).UnknownPage }))

/** Loaded when it is shown: it might replace every page, and would be in the data of each. */
export function LazyUnknownPage() {
  return <UnknownPage />
}
