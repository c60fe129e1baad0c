import { STORED_NOTIFICATION_KEY } from '@/lib/texts/constants'

const CHANGE = 'colophon:notification'

/** What a message offers to do about it. */
export type NotificationAction = { label: string; run: () => void }

// Lives as long as the page: a function cannot be kept in storage.
let action: NotificationAction | null = null

/** Leaves a message for the banner: shown at once, and by the next screen when this one is left. */
export function notify(message: string, offered: NotificationAction | null = null): void {
  notifyNextScreen(message)
  action = offered
  window.dispatchEvent(new Event(CHANGE))
}

/** Leaves a message for the screen about to be loaded: shown here, its time could be up before that one is there. */
export function notifyNextScreen(message: string): void {
  action = null
  try {
    sessionStorage.setItem(STORED_NOTIFICATION_KEY, message)
  } catch {}
}

/** The message that waits to be shown; "" when there is none. */
export function readNotification(): string {
  try {
    return sessionStorage.getItem(STORED_NOTIFICATION_KEY) ?? ''
  } catch {
    return ''
  }
}

/** What the message that waits offers, if anything. */
export function readNotificationAction(): NotificationAction | null {
  return action
}

export function clearNotification(): void {
  action = null
  try {
    sessionStorage.removeItem(STORED_NOTIFICATION_KEY)
  } catch {}
  window.dispatchEvent(new Event(CHANGE))
}

/** Calls `listener` when a message was left or cleared. */
export function onNotification(listener: () => void): () => void {
  window.addEventListener(CHANGE, listener)
  return () => window.removeEventListener(CHANGE, listener)
}
