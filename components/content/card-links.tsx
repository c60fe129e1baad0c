import type { ComponentProps } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'

type CardLinkProps = ComponentProps<typeof AppLink>

/** The title of a card, as a link that the whole card follows. Beside a `CardLink` the Tab key need not stop at it. */
export function CardTitle(props: Omit<CardLinkProps, 'className'>) {
  return (
    <AppLink
      className="text-fg no-underline decoration-accent decoration-1 underline-offset-4 after:absolute after:inset-0 group-hover:underline"
      {...props}
    />
  )
}

/** The link below a card, which says what it does. */
export function CardLink({ className = '', children, ...rest }: CardLinkProps) {
  return (
    <AppLink
      {...rest}
      className={`screen-only relative inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-accent no-underline hover:underline ${className}`}
    >
      {children}
      <Icon name="arrowRight" className="size-[1.1em] rtl:-scale-x-100" />
    </AppLink>
  )
}
