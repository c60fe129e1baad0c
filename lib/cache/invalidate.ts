import { revalidatePath } from 'next/cache'
import { registeredPageCache } from '@/lib/cache/page-cache-registry'

/**
 * Invalidates cached pages: those at `paths` with all that belongs to them, or every page where none are given, because
 * a project is on its own page, in lists, searches, feeds and the site map. A write calls it before it responds, so that
 * the very next read is new, and does not call it when it changed nothing.
 * Only pages of this process, or of a host that caches them for all: other instances are told by the database itself,
 * with the commit (lib/cache/revision-listener.ts).
 */
export function invalidatePages(paths?: string[]): void {
  const pages = registeredPageCache()
  if (pages) pages.invalidate(paths)
  else if (!paths) revalidatePath('/', 'layout')
  else for (const path of paths) revalidatePath(path)
}
