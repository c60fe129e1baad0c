import type { ReactNode } from 'react'

type MessagePageProps = { title?: string; children: ReactNode; actions?: ReactNode; below?: ReactNode }

/**
 * The layout of screens with only a message: not found, not allowed, error. Centred, it would move whenever more of the
 * page arrives.
 */
export function MessagePage({ title, children, actions, below }: MessagePageProps) {
  return (
    <div className="container-page flex flex-col items-start pt-[18svh] pb-section">
      {title && <h1 className="mb-5 text-h1">{title}</h1>}
      <div className="max-w-measure font-serif text-lead text-muted">{children}</div>
      {actions && <div className="screen-only mt-8 flex flex-wrap items-center gap-3">{actions}</div>}
      {below && <div className="mt-10 w-full">{below}</div>}
    </div>
  )
}
