'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { CheckIcon } from '@/components/ui/icons'
import { clearNotification, onNotification, readNotification } from '@/lib/notification'
import { NOTIFICATION_MS } from '@/lib/settings/constants'

/** Shows the message kept in session storage for three seconds, then clears it. Lies over the page: nothing moves. */
export function NotificationBanner() {
  // Asked again at every route change, and whenever a message is left.
  usePathname()
  const message = useSyncExternalStore(onNotification, readNotification, () => '')

  useEffect(() => {
    if (message === '') return
    const timer = setTimeout(clearNotification, NOTIFICATION_MS)
    return () => clearTimeout(timer)
  }, [message])

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-16 z-50 flex justify-center px-4">
      {message !== '' && (
        <p className="appear pointer-events-auto flex max-w-measure items-start gap-3 rounded-plate border border-s-4 border-success bg-paper px-5 py-3 text-success shadow-lg shadow-black/10">
          <CheckIcon className="mt-1 size-5" />
          <span dir="auto" className="min-w-0 break-words">
            {message}
          </span>
        </p>
      )}
    </div>
  )
}
