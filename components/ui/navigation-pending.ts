import { useSyncExternalStore } from 'react'

let pending: readonly string[] = []
const listeners = new Set<() => void>()

function publish(next: readonly string[]) {
  pending = next
  for (const listener of listeners) listener()
}

/** Says that the screen at `href` was asked for and is not there yet; call the answer when it is. */
export function startNavigation(href: string): () => void {
  publish([...pending, href])
  return () => {
    const at = pending.lastIndexOf(href)
    if (at >= 0) publish(pending.filter((_, index) => index !== at))
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The address that is waited for, the last asked for first; null when nothing is. */
export function usePendingNavigation(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => pending.at(-1) ?? null,
    () => null,
  )
}
