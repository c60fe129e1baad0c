import { processSingleton } from '@/lib/platform/server/process-singleton'

/** The page cache in front of Next, in the same process. */
export type PageCacheHandle = {
  /**
   * Invalidates the pages at these paths ("/profile/1") and below them; all pages where no paths are given. No later
   * response comes from an earlier render.
   */
  invalidate(paths?: string[]): void
}

const registered = processSingleton<PageCacheHandle>('page-cache')

/** Undefined in development, and on a host that caches pages itself. */
export function registeredPageCache(): PageCacheHandle | undefined {
  return registered.value
}

export function registerPageCache(pages: PageCacheHandle): void {
  registered.value = pages
}
