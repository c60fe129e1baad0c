import { revalidatePath } from 'next/cache'
import { registeredPageCache } from '@/lib/cache/page-cache-registry'
import { readPageChanges, readPageRevision } from '@/lib/cache/server/queries'

/**
 * Does a write, then invalidates the cached pages that show what it changed, before its caller responds: the next read
 * shows the change. Which those are the database says (decision 026). Reaches only this process, or a host's shared
 * cache: other instances are notified on commit (lib/cache/revision-listener.ts).
 */
export async function invalidating<Result>(write: () => Promise<Result>): Promise<Result> {
  const pages = registeredPageCache()
  if (pages) {
    const result = await write()
    await pages.invalidateCommitted()
    return result
  }
  const since = await readPageRevision()
  const result = await write()
  const { paths } = await readPageChanges(since).catch(() => ({ paths: undefined }))
  if (!paths) revalidateAll()
  else for (const path of paths) revalidatePath(...hostPath(path))
  return result
}

/** Invalidates every cached page, as `invalidating` does for some. */
export function invalidateAll(): void {
  const pages = registeredPageCache()
  if (pages) pages.invalidate()
  else revalidateAll()
}

function revalidateAll(): void {
  revalidatePath('/', 'layout')
}

/** The pages behind addresses that next.config.ts rewrites, or that concern every page of a kind. */
const HOST_PAGES: Record<string, string> = {
  '/': '/(public)/home/[edition]',
  '/projects': '/(public)/projects/page/[page]',
  '/myblog': '/(public)/myblog/page/[page]',
  '/search': '/(public)/search/[keyword]/page/[page]',
  '/note/*': '/(public)/note/[id]',
  '/post/*': '/(public)/post/[id]',
}

/** A path as Next names it: a page by its route, everything else as it is. */
export function hostPath(path: string): [path: string, type?: 'page'] {
  const page = HOST_PAGES[path]
  return page ? [page, 'page'] : [path]
}
