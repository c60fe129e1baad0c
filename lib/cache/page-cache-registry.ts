import { processSingleton } from '@/lib/platform/server/process-singleton'

/** The page cache in front of Next, in the same process. */
export type PageCacheHandle = {
  invalidate(): void
  /** Invalidates the pages that show what was committed before this call. Never throws. */
  invalidateCommitted(): Promise<void>
}

const registered = processSingleton<PageCacheHandle>('page-cache')

/** Undefined in development, and on a host that caches pages itself. */
export function registeredPageCache(): PageCacheHandle | undefined {
  return registered.value
}

export function registerPageCache(pages: PageCacheHandle): void {
  registered.value = pages
}
