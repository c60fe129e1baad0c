import { revalidatePath } from 'next/cache'
import { registeredPageCache } from '@/lib/cache/page-cache-registry'

/**
 * Invalidates cached pages: those at `paths` and below, or every page where none are given (a project is on its own
 * page, in lists, searches, feeds and the site map). A write calls it before it responds, so that the next read shows
 * the change; a write that changed nothing does not call it. Reaches only this process, or a host's shared cache: other
 * instances are notified by the database on commit (lib/cache/revision-listener.ts).
 */
export function invalidatePages(paths?: string[]): void {
  const pages = registeredPageCache()
  if (pages) pages.invalidate(paths)
  else if (!paths) revalidatePath('/', 'layout')
  else for (const path of paths) revalidatePath(path)
}
