'use client'

import { Analytics } from '@vercel/analytics/next'
import { useSyncExternalStore } from 'react'
import { refusesCounting } from '@/lib/analytics/refusal'
import { apiPaths } from '@/lib/paths'

/** Ours, in public/: it speaks to this site alone. */
const OWN_SCRIPT = '/views.js'

const never = () => () => {}

/**
 * Announces a page view at every change of route, the first included, unless the browser asks not to be counted: then
 * not even the script is loaded. On Vercel its own service counts, elsewhere this site itself.
 */
export function PageViews({ onVercel }: { onVercel: boolean }) {
  const isCounted = useSyncExternalStore(
    never,
    () => !refusesCounting(navigator),
    () => false,
  )
  if (!isCounted) return null
  return <Analytics mode="production" {...(onVercel ? {} : { scriptSrc: OWN_SCRIPT, viewEndpoint: apiPaths.view })} />
}
