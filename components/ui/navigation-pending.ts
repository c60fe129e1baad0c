import { useSyncExternalStore } from 'react'

let waitingFor: readonly string[] = []
const listeners = new Set<() => void>()

function publish(next: readonly string[]) {
  waitingFor = next
  for (const listener of listeners) listener()
}

/** Says that the screen at `href` was asked for and is not there yet; call the answer when it is. */
export function startWaiting(href: string): () => void {
  publish([...waitingFor, href])
  return () => {
    const at = waitingFor.lastIndexOf(href)
    if (at >= 0) publish(waitingFor.filter((_, index) => index !== at))
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The address that is waited for, the last asked for first; null when nothing is. */
export function useWaitingFor(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => waitingFor.at(-1) ?? null,
    () => null,
  )
}
