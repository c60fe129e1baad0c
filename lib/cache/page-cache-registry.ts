/** The page cache in front of Next, in the same process. */
export type PageCacheHandle = {
  /**
   * Invalidates the pages at these paths ("/profile/1") and below them; all pages where no paths are given. No later
   * response comes from an earlier render.
   */
  invalidate(paths?: string[]): void
}

/** Next bundles pages separately from the server, so module state is not shared: the singleton hangs on globalThis. */
const SINGLETON = Symbol.for('colophon.kept-pages')

type Holder = { [SINGLETON]?: PageCacheHandle }

/** Undefined in development, and on a host that caches pages itself. */
export function registeredPageCache(): PageCacheHandle | undefined {
  return (globalThis as Holder)[SINGLETON]
}

export function registerPageCache(pages: PageCacheHandle): void {
  ;(globalThis as Holder)[SINGLETON] = pages
}
