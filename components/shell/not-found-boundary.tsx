import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'

/**
 * Answers 404 and shows `children`. A bare `notFound()` answers 404 too, but with an empty page that only a script
 * fills; thrown inside a boundary, it leaves what the boundary falls back to in the HTML. The segment's not-found.tsx,
 * which takes over once the script runs, has to show the same.
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
