import { createInMemoryRateLimit } from '@/lib/http/server/in-memory-rate-limit'

const WINDOW_MS = 60_000
const ADDRESS_MAX_VIEWS = 60
const ALL_MAX_VIEWS = 3_000

/**
 * A counter that lets 60 views a minute through from one address and 3,000 from all, in this process: what is beyond
 * is no reading. `now` in milliseconds.
 */
export function createViewRateLimit(now: () => number = Date.now): (address: string) => boolean {
  return createInMemoryRateLimit({ windowMs: WINDOW_MS, perKey: ADDRESS_MAX_VIEWS, all: ALL_MAX_VIEWS }, now)
}
