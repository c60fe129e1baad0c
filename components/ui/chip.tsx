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

/** `name` is what it leads to, as it is told without what stands around it. */
export function ChipLink({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <AppLink
      href={href}
      aria-label={name}
      className={`${CHIP} relative min-h-8 px-3 text-fg transition-colors hover:border-accent hover:text-accent`}
    >
      <span className="truncate">{children}</span>
    </AppLink>
  )
}
