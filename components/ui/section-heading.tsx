import type { ReactNode } from 'react'

/** A section's title on a hairline, with its actions at the end of the line. */
export function SectionHeading({ id, children, aside }: { id: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mb-8 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-fg pt-3">
      <h2 id={id} className="text-h3">
        {children}
      </h2>
      {aside}
    </div>
  )
}
