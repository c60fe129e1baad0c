import { revalidatePath } from 'next/cache'
import { registeredPageCache } from '@/lib/cache/page-cache-registry'
import { type PageChanges, readPageChanges, readPageRevision } from '@/lib/cache/server/queries'
import { hostPages } from '@/lib/routes/public-pages'

/**
 * Does a write, then invalidates the cached pages that show what it changed, before its caller responds: the next read
 * shows the change. So too when it throws: it may have committed before. Which pages those are the database says
 * (decision 026). Reaches only this process, or a host's shared cache: other instances are notified on commit
 * (lib/cache/revision-listener.ts).
 */
export async function invalidating<Result>(write: () => Promise<Result>): Promise<Result> {
  const pages = registeredPageCache()
  const since = pages ? undefined : await readPageRevision()
  try {
    return await write()
  } finally {
    if (pages) await pages.invalidateCommitted()
    else revalidate(await readPageChanges(since).catch(() => undefined))
  }
}

/** Invalidates every cached page, as `invalidating` does for some. */
export function invalidateAll(): void {
  const pages = registeredPageCache()
  if (pages) pages.invalidate()
  else revalidate(undefined)
}

/** Invalidates the pages that are not there: a host caches them, our own server does not. */
export function invalidateMissing(): void {
  if (!registeredPageCache()) revalidate(undefined)
}

function revalidate(changes: PageChanges | undefined): void {
  if (!changes?.keys) revalidatePath('/', 'layout')
  else for (const page of changes.keys.flatMap(hostPages)) revalidatePath(...page)
}
