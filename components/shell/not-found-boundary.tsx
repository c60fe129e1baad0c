import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'

/**
 * Responds with 404 and shows `fallback`. A bare `notFound()` responds with 404 too, but with an empty page that only a
 * script fills; thrown inside a boundary, it leaves what the boundary falls back to in the HTML. The segment's
 * not-found.tsx, which takes over once the script runs, has to show the same.
 *
 * Next does not promise this. Test: tests/contract/neighbours.contract.ts "a missing page says nothing of the query",
 * tests/e2e/every-screen.spec.ts "has its heading and its words"
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
