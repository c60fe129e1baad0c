/** What holds whole pages in front of Next, in the same process. */
export type PageCacheHandle = {
  /**
   * From now on no response is what was rendered before, at any of these paths ("/profile/1") and below them; at all
   * paths where none are given.
   */
  invalidate(paths?: string[]): void
}

/** Pages are bundled apart from the server they run in; what both can reach is the process itself. */
const PLACE = Symbol.for('colophon.kept-pages')

type Holder = { [PLACE]?: PageCacheHandle }

/** Undefined on a host that keeps pages itself, and in development. */
export function registeredPageCache(): PageCacheHandle | undefined {
  return (globalThis as Holder)[PLACE]
}

export function registerPageCache(pages: PageCacheHandle): void {
  ;(globalThis as Holder)[PLACE] = pages
}
