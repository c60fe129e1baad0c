import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'

type NeighbourLinkProps = {
  href: string
  rel: 'prev' | 'next'
  title: string
  className?: string
  /** What it is to this page: "Next" and an arrow. */
  children: ReactNode
}

export function NeighbourLink({ href, rel, title, className = '', children }: NeighbourLinkProps) {
  return (
    <AppLink href={href} rel={rel} className="group inline-block max-w-full py-2 text-fg no-underline">
      <span className={`flex items-center gap-2 text-sm text-muted ${className}`}>{children}</span>
      <span
        dir="auto"
        className="mt-1 block font-serif text-h3 leading-snug text-balance wrap-anywhere decoration-accent decoration-1 underline-offset-4 group-hover:underline"
      >
        {title}
      </span>
    </AppLink>
  )
}
