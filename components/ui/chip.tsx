import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'

const CHIP = 'inline-flex max-w-full items-center rounded-2xl border border-line px-2.5 text-xs leading-6 wrap-anywhere'

/** A short text in a pill: a technology, a count. */
export function Chip({ children, title, className = '' }: { children: ReactNode; title?: string; className?: string }) {
  return (
    <span className={`${CHIP} text-muted ${className}`} title={title}>
      {children}
    </span>
  )
}

/**
 * A link to what is made with something. `label` is its accessible name, which says where it leads and contains what is
 * seen. Robots need not follow it: the site map leads them, and to them "Go" says nothing.
 */
export function ChipLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <AppLink
      href={href}
      rel="nofollow"
      aria-label={label}
      className={`${CHIP} relative min-h-8 px-3 text-fg hover:border-accent hover:text-accent`}
    >
      {children}
    </AppLink>
  )
}
