'use client'

import { usePathname } from 'next/navigation'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { refusesCounting } from '@/lib/analytics/refusal'
import { reportView } from '@/lib/browser/page-view'
import { isPreviewPath } from '@/lib/preview/paths'

const Analytics = lazy(async () => ({ default: (await import('@vercel/analytics/next')).Analytics }))

const never = () => () => {}

/**
 * Reports a page view at every route change, including the first, to `viewEndpoint` on this site, or to Vercel's service
 * without one. Browsers that opt out report nothing.
 */
export function PageViews({ viewEndpoint }: { viewEndpoint?: string }) {
  const isCounted = useSyncExternalStore(
    never,
    () => !refusesCounting(navigator),
    () => false,
  )
  if (!isCounted) return null
  if (viewEndpoint) return <OwnPageViews endpoint={viewEndpoint} />
  return (
    <Suspense>
      <Analytics
        mode="production"
        // The address of a preview is a secret.
        beforeSend={(event) => (isPreviewPath(new URL(event.url).pathname) ? null : event)}
      />
    </Suspense>
  )
}

function OwnPageViews({ endpoint }: { endpoint: string }) {
  const pathname = usePathname()
  useEffect(() => reportView(endpoint, pathname), [endpoint, pathname])
  return null
}
