import { STORED_NOTIFICATION_KEY } from '@/lib/texts/constants'

const CHANGE = 'colophon:notification'

/** An action a notification offers. */
export type NotificationAction = { label: string; run: () => void }

// Lives in memory: a function cannot be stored in browser storage.
let action: NotificationAction | null = null

/** Shows a notification: at once, and on the next screen when this one is left. */
export function notify(message: string, offered: NotificationAction | null = null): void {
  notifyNextScreen(message)
  action = offered
  window.dispatchEvent(new Event(CHANGE))
}

/** Queues a notification for the next screen only: shown here, it could expire before that one has loaded. */
export function notifyNextScreen(message: string): void {
  action = null
  try {
    sessionStorage.setItem(STORED_NOTIFICATION_KEY, message)
  } catch {}
}

/** The pending notification; "" when there is none. */
export function readNotification(): string {
  try {
    return sessionStorage.getItem(STORED_NOTIFICATION_KEY) ?? ''
  } catch {
    return ''
  }
}

/** The action of the pending notification, if any. */
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

/** Calls `listener` when a notification is set or cleared. */
export function onNotification(listener: () => void): () => void {
  window.addEventListener(CHANGE, listener)
  return () => window.removeEventListener(CHANGE, listener)
}
