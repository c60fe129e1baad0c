import { Footer } from '@/components/shell/footer'
import { PageNotFound } from '@/components/shell/page-not-found'

/** Below the top bar where no route matches: without the owner's name, because nothing is asked of the database. */
export function UnknownPage() {
  return (
    <>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <PageNotFound />
      </main>
      <Footer owner={null} hasSignIn />
    </>
  )
}
