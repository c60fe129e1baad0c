type RateLimit = { windowMs: number; perKey: number; all: number }

/**
 * A fixed-window rate limit in this process's memory, with one maximum per key and one for all keys together. `now` in
 * milliseconds.
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
    // Checked before the key is stored, so that the map never holds more keys than the maximum.
    if (all >= most || count > perKey) return false
    counts.set(key, count)
    all += 1
    return true
  }
}
