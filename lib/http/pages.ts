import { revalidatePath } from 'next/cache'

/**
 * Forgets every page that is kept whole. A write calls it before it answers, so that the very next read is new.
 * All of them: a project stands on its own page, in lists, searches, feeds and the site map, and writes are rare.
 */
export function forgetPages(): void {
  revalidatePath('/', 'layout')
}
