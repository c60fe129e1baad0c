'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import {
  clearMessage,
  clearNotification,
  onNotification,
  readNotification,
  readNotificationAction,
  restartShown,
  shownFor,
} from '@/lib/browser/notification'
import { NOTIFICATION_ACTION_MS, NOTIFICATION_MS } from '@/lib/texts/frame-constants'

/**
 * Shows the message from session storage for three seconds, over the page without shifting it and where it covers no
 * navigation; what it offers to do stays a while longer. While it is hovered or focused it stays, because it may have a
 * button.
 */
export function NotificationBanner() {
  // Checked at every route change, and whenever a message is stored.
  usePathname()
  const message = useSyncExternalStore(onNotification, readNotification, () => '')
  const action = useSyncExternalStore(onNotification, readNotificationAction, () => null)
  const [isHeld, setHeld] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text with another action is a new message
  useEffect(() => {
    if (isHeld) restartShown()
    if (message === '' || isHeld) return
    const timer = setTimeout(clearMessage, NOTIFICATION_MS - shownFor(message, Date.now()))
    return () => clearTimeout(timer)
  }, [message, action, isHeld])

  useEffect(() => {
    if (!action || isHeld) return
    const timer = setTimeout(clearNotification, NOTIFICATION_ACTION_MS)
    return () => clearTimeout(timer)
  }, [action, isHeld])

  const isShown = message !== '' || action !== null
  useEffect(() => {
    // When it disappears under the pointer, no pointerleave follows.
    if (!isShown) setHeld(false)
  }, [isShown])

  return (
    <div
      role="status"
      className="notification pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4 md:top-px md:bottom-auto"
    >
      {isShown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: these handlers only pause the timer
        <div
          className="appear pointer-events-auto flex max-w-measure items-center gap-3 rounded-plate border border-s-4 border-success bg-paper px-5 py-1 text-success shadow-lg shadow-black/10"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {message !== '' && (
            <>
              <Icon name="check" className="size-5" />
              <p dir="auto" className="min-w-0 py-2">
                {message}
              </p>
            </>
          )}
          {action && 'href' in action && (
            <AppLink
              href={action.href}
              className="link inline-flex min-h-11 items-center text-sm"
              onClick={clearNotification}
            >
              {action.label}
            </AppLink>
          )}
          {action && 'run' in action && (
            <Button
              variant="quiet"
              className="-me-2 underline underline-offset-4"
              onClick={() => {
                clearNotification()
                action.run()
              }}
            >
              <span className="line-clamp-2 max-w-64 text-start wrap-anywhere">{action.label}</span>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
