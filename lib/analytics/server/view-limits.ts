import { createInMemoryRateLimit } from '@/lib/http/server/in-memory-rate-limit'

const WINDOW_MS = 60_000
const ADDRESS_MAX_VIEWS = 60
const ALL_MAX_VIEWS = 3_000

/**
 * Allows 60 views a minute from one address and 3,000 from all, in this process: nobody reads faster. `now` in
 * milliseconds.
 */
export function createViewRateLimit(now: () => number = Date.now): (address: string) => boolean {
  return createInMemoryRateLimit({ windowMs: WINDOW_MS, perKey: ADDRESS_MAX_VIEWS, all: ALL_MAX_VIEWS }, now)
}
