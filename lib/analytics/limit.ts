const WINDOW_MS = 60_000
const ADDRESS_MAX_VIEWS = 60
const ALL_MAX_VIEWS = 3_000

/**
 * A counter that lets 60 views a minute through from one address and 3,000 from all, in this process: what is beyond
 * is no reading. `now` in milliseconds.
 */
export function createViewLimit(now: () => number = Date.now): (address: string) => boolean {
  let windowEnds = 0
  let all = 0
  const counts = new Map<string, number>()
  return (address) => {
    if (now() >= windowEnds) {
      windowEnds = now() + WINDOW_MS
      all = 0
      counts.clear()
    }
    const count = (counts.get(address) ?? 0) + 1
    // Asked before anything is remembered, so that the map never holds more addresses than views are let through.
    if (all >= ALL_MAX_VIEWS || count > ADDRESS_MAX_VIEWS) return false
    counts.set(address, count)
    all += 1
    return true
  }
}
