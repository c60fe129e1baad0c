import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'

/**
 * Responds with 404 and renders `fallback`. A bare `notFound()` also responds with 404, but its content is rendered by
 * a script only; thrown inside a boundary, it leaves the fallback in the HTML. The segment's not-found.tsx, which takes
 * over once scripts run, has to render the same.
 *
 * Next does not promise this. Test: tests/contract/neighbours.contract.ts "a missing page says nothing of the query",
 * tests/e2e/every-screen.spec.ts "has its heading and its text"
 */
export function NotFoundBoundary({ fallback }: { fallback: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <Interrupt />
    </Suspense>
  )
}

function Interrupt(): never {
  notFound()
}
