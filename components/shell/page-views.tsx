'use client'

import { Analytics } from '@vercel/analytics/next'
import { useSyncExternalStore } from 'react'
import { refusesCounting } from '@/lib/analytics/refusal'

/** Ours, in public/: it speaks to this site alone. */
const OWN_SCRIPT = '/views.js'

const never = () => () => {}

/**
 * Announces a page view at every change of route, the first included, unless the browser asks not to be counted: then
 * not even the script is loaded. They are told to `viewEndpoint` of this site, without
 * one to Vercel's own service.
 */
export function PageViews({ viewEndpoint }: { viewEndpoint?: string }) {
  const isCounted = useSyncExternalStore(
    never,
    () => !refusesCounting(navigator),
    () => false,
  )
  if (!isCounted) return null
  return <Analytics mode="production" {...(viewEndpoint && { scriptSrc: OWN_SCRIPT, viewEndpoint })} />
}
