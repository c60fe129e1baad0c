import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'

const CHIP =
  'inline-flex max-w-full items-center rounded-full border border-line px-2.5 text-xs leading-6 whitespace-nowrap'

/** A short text in a pill: a technology, a count. */
export function Chip({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span className={`${CHIP} text-muted`} title={title}>
      <span className="truncate">{children}</span>
    </span>
  )
}

export function ChipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AppLink
      href={href}
      className={`${CHIP} relative min-h-8 px-3 text-fg transition-colors hover:border-accent hover:text-accent`}
    >
      <span className="truncate">{children}</span>
    </AppLink>
  )
}
