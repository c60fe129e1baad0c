/** What holds whole pages in front of Next, in the same process. */
export type KeptPages = {
  /**
   * From now on no response is what was rendered before, at any of these paths ("/profile/1") and below them; at all
   * paths where none are given.
   */
  invalidate(paths?: string[]): void
}

/** Pages are bundled apart from the server they run in; what both can reach is the process itself. */
const PLACE = Symbol.for('colophon.kept-pages')

type Holder = { [PLACE]?: KeptPages }

/** Undefined on a host that keeps pages itself, and in development. */
export function keptPages(): KeptPages | undefined {
  return (globalThis as Holder)[PLACE]
}

export function setKeptPages(pages: KeptPages): void {
  ;(globalThis as Holder)[PLACE] = pages
}
