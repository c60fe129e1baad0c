'use client'

import { Analytics } from '@vercel/analytics/next'
import { useSyncExternalStore } from 'react'
import { refusesCounting } from '@/lib/analytics/refusal'
import { isPreviewPath } from '@/lib/preview/paths'

/** Our own script in public/, which reports to this site only. */
const OWN_SCRIPT = '/views.js'

const never = () => () => {}

/**
 * Reports a page view at every route change, including the first, to `viewEndpoint`, or to Vercel's service without
 * one. Browsers that opt out do not even load the script.
 */
export function PageViews({ viewEndpoint }: { viewEndpoint?: string }) {
  const isCounted = useSyncExternalStore(
    never,
    () => !refusesCounting(navigator),
    () => false,
  )
  if (!isCounted) return null
  return (
    <Analytics
      mode="production"
      // The address of a preview is a secret; to our own script it is no screen's.
      beforeSend={(event) => (isPreviewPath(new URL(event.url).pathname) ? null : event)}
      {...(viewEndpoint && { scriptSrc: OWN_SCRIPT, viewEndpoint })}
    />
  )
}
