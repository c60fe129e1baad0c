import { STORED_NOTIFICATION_KEY } from '@/lib/texts/frame-constants'

const CHANGE = 'colophon:notification'
/** When the message was first shown, and which: another one stored over it begins anew. */
const SHOWN_KEY = `${STORED_NOTIFICATION_KEY}-shown`
const LINK_KEY = `${STORED_NOTIFICATION_KEY}-link`

export type NotificationLink = { label: string; href: string }
export type NotificationAction = { label: string; run: () => void } | NotificationLink

// Lives in memory: a function cannot be stored in browser storage.
let action: NotificationAction | null = null
/** Whether what is stored is for the next page: the timer of what this one shows must not remove it. */
let isQueued = false

/** Shows a notification: at once, and on the next screen when this one is left. */
export function notify(message: string, offered: NotificationAction | null = null): void {
  notifyNextScreen(message)
  isQueued = false
  action = offered
  changed()
}

/** Queues a notification for the next screen only: shown here, it could expire before that one has loaded. */
export function notifyNextScreen(message: string, link?: NotificationLink): void {
  action = null
  isQueued = true
  restartShown()
  try {
    sessionStorage.setItem(STORED_NOTIFICATION_KEY, message)
    if (link) sessionStorage.setItem(LINK_KEY, JSON.stringify(link))
    else sessionStorage.removeItem(LINK_KEY)
  } catch {}
}

/** The notification of this screen; "" when there is none. */
export function readNotification(): string {
  if (isQueued) return ''
  try {
    return sessionStorage.getItem(STORED_NOTIFICATION_KEY) ?? ''
  } catch {
    return ''
  }
}

/** What the last notification offers, if anything; longer than its message is shown. */
export function readNotificationAction(): NotificationAction | null {
  if (isQueued) return action
  try {
    const link = sessionStorage.getItem(LINK_KEY)
    if (link) action = JSON.parse(link)
    sessionStorage.removeItem(LINK_KEY)
  } catch {}
  return action
}

/** The milliseconds for which this message has been shown, on this page and those before; 0 when it is new. */
export function shownFor(message: string, now: number): number {
  try {
    const [since, shown] = (sessionStorage.getItem(SHOWN_KEY) ?? '').split(/\n(.*)/s)
    if (shown === message) return Math.max(0, now - Number(since))
    sessionStorage.setItem(SHOWN_KEY, `${now}\n${message}`)
  } catch {}
  return 0
}

/** Its time begins anew when it is next asked for. */
export function restartShown(): void {
  try {
    sessionStorage.removeItem(SHOWN_KEY)
  } catch {}
}

/** The message has been shown; what it offers may stay. */
export function clearMessage(): void {
  try {
    if (!isQueued) sessionStorage.removeItem(STORED_NOTIFICATION_KEY)
  } catch {}
  restartShown()
  changed()
}

export function clearNotification(): void {
  action = null
  clearMessage()
}

function changed(): void {
  window.dispatchEvent(new Event(CHANGE))
}

/** Calls `listener` when a notification is set or cleared. */
export function onNotification(listener: () => void): () => void {
  window.addEventListener(CHANGE, listener)
  return () => window.removeEventListener(CHANGE, listener)
}
