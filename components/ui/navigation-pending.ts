import { useSyncExternalStore } from 'react'

let pending: readonly string[] = []
const listeners = new Set<() => void>()

function publish(next: readonly string[]) {
  pending = next
  for (const listener of listeners) listener()
}

/** Reports that a navigation to `href` has started; call the result when it has finished. */
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

/** The target of the most recent pending navigation, or null. */
export function usePendingNavigation(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => pending.at(-1) ?? null,
    () => null,
  )
}
