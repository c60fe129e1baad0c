'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { CheckIcon } from '@/components/ui/icons'
import { clearNotification, onNotification, readNotification, readNotificationAction } from '@/lib/browser/notification'
import { NOTIFICATION_MS } from '@/lib/texts/constants'

/**
 * Shows the message from session storage for three seconds, over the page without shifting it. While it is hovered or
 * focused it stays, because it may have a button.
 */
export function NotificationBanner() {
  // Checked at every route change, and whenever a message is stored.
  usePathname()
  const message = useSyncExternalStore(onNotification, readNotification, () => '')
  const action = useSyncExternalStore(onNotification, readNotificationAction, () => null)
  const [isHeld, setHeld] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text with another action is a new message
  useEffect(() => {
    if (message === '' || isHeld) return
    const timer = setTimeout(clearNotification, NOTIFICATION_MS)
    return () => clearTimeout(timer)
  }, [message, action, isHeld])

  useEffect(() => {
    // When it disappears under the pointer, no pointerleave follows.
    if (message === '') setHeld(false)
  }, [message])

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-16 z-50 flex justify-center px-4">
      {message !== '' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: these handlers only pause the timer
        <div
          className="appear pointer-events-auto flex max-w-measure items-center gap-3 rounded-plate border border-s-4 border-success bg-paper px-5 py-1 text-success shadow-lg shadow-black/10"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <CheckIcon className="size-5" />
          <p dir="auto" className="min-w-0 py-2 break-words">
            {message}
          </p>
          {action && (
            <Button
              look="quiet"
              className="-me-2 underline underline-offset-4"
              onClick={() => {
                clearNotification()
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
