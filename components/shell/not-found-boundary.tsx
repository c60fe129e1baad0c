import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'

/**
 * Responds with 404 and renders `children`. A bare `notFound()` also responds with 404, but its content is rendered by
 * a script only; thrown inside a boundary, it leaves the fallback in the HTML. The segment's not-found.tsx, which takes
 * over once scripts run, has to render the same.
 */
export function NotFoundBoundary({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={children}>
      <Interrupt />
    </Suspense>
  )
}

function Interrupt(): never {
  notFound()
}
