import type { ReactNode } from 'react'
import { FOOTER_ID } from '@/components/shell/footer-id'

type MessagePageProps = { title?: string; children: ReactNode; actions?: ReactNode; below?: ReactNode }

/** The layout of screens with only a message: not found, not allowed, error. */
export function MessagePage({ title, children, actions, below }: MessagePageProps) {
  return (
    <div className="container-page flex flex-1 flex-col items-start justify-center py-section">
      <AwaitFooter />
      {title && <h1 className="mb-5 text-h1">{title}</h1>}
      <div className="max-w-measure font-serif text-lead text-muted">{children}</div>
      {actions && <div className="screen-only mt-8 flex flex-wrap items-center gap-3">{actions}</div>}
      {below && <div className="mt-10 w-full">{below}</div>}
    </div>
  )
}

/**
 * Lets the browser paint nothing before the footer is parsed: a message is centred above it, and would move. React puts
 * the link into the head, unless it is in the fallback of a boundary.
 */
export function AwaitFooter() {
  return <link rel="expect" href={`#${FOOTER_ID}`} blocking="render" />
}
