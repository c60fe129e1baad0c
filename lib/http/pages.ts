import { revalidatePath } from 'next/cache'
import { keptPages } from '@/lib/http/kept-pages'

/**
 * Forgets every page that is kept whole. A write calls it before it answers, so that the very next read is new.
 * All of them: a project stands on its own page, in lists, searches, feeds and the site map, and writes are rare.
 * Only those of this process, or of a host that keeps pages for all: other instances are told by the database itself, with
 * the commit (lib/db-pages.ts).
 */
export function forgetPages(): void {
  const pages = keptPages()
  if (pages) pages.forget()
  else revalidatePath('/', 'layout')
}
