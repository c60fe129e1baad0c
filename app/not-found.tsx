import type { Metadata } from 'next'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const metadata: Metadata = { title: PAGE_NOT_FOUND }

/** Rendered by the build, for requests that no route matches; unknown pages are a route of the site (decision 007). */
export default function NotFound() {
  return (
    <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <PageNotFound />
    </main>
  )
}
