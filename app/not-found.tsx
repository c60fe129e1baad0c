import type { Metadata } from 'next'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const metadata: Metadata = { title: PAGE_NOT_FOUND }

/** Below `/_next/`: what else is no page is rewritten to one of the site's own (next.config.ts, decision 007). */
export default function NotFound() {
  return (
    <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <PageNotFound />
    </main>
  )
}
