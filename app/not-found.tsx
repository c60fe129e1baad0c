import type { Metadata } from 'next'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const metadata: Metadata = { title: PAGE_NOT_FOUND }

/** Drawn by the build, for what no route takes: what is no page is one of the site's own (decision 007). */
export default function NotFound() {
  return (
    <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <PageNotFound />
    </main>
  )
}
