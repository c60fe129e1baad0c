import type { Metadata } from 'next'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PAGE_NOT_FOUND } from '@/lib/texts/constants'

export const metadata: Metadata = { title: PAGE_NOT_FOUND }

/** Prerendered. Unknown paths reach `(public)/[...missing]` first; this is the fallback. */
export default function NotFound() {
  return (
    <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <PageNotFound />
    </main>
  )
}
