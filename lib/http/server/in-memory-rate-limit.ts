type RateLimit = { windowMs: number; perKey: number; all: number }

/**
 * A counter in this process that lets so many through within a window, under one key and under all of them together.
 * `now` in milliseconds.
 */
export function createInMemoryRateLimit(
  { windowMs, perKey, all: most }: RateLimit,
  now: () => number = Date.now,
): (key: string) => boolean {
  let windowEnds = 0
  let all = 0
  const counts = new Map<string, number>()
  return (key) => {
    if (now() >= windowEnds) {
      windowEnds = now() + windowMs
      all = 0
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    // Asked before anything is remembered, so that the map never holds more keys than are let through.
    if (all >= most || count > perKey) return false
    counts.set(key, count)
    all += 1
    return true
  }
}
