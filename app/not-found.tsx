import type { Metadata } from 'next'
import { Footer } from '@/components/shell/footer'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PAGE_NOT_FOUND } from '@/lib/texts/constants'

export const metadata: Metadata = { title: PAGE_NOT_FOUND }

/** Unknown paths, of which there is no end: rendered by the build, without the owner's name (decision 007). */
export default function NotFound() {
  return (
    <>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <PageNotFound />
      </main>
      <Footer owner={null} hasSignIn />
    </>
  )
}
