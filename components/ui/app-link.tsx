'use client'

import Link, { useLinkStatus } from 'next/link'
import { type ComponentProps, useEffect, useState } from 'react'
import { startNavigation } from '@/components/ui/navigation-pending'

type AppLinkProps = Omit<ComponentProps<typeof Link>, 'href' | 'prefetch'> & { href: string }

/** An internal link. It prefetches on hover or focus only: a list of 24 would otherwise prefetch 24 pages. */
export function AppLink({ href, children, onPointerEnter, onFocus, ...rest }: AppLinkProps) {
  const [isPrefetching, setPrefetching] = useState(false)
  return (
    <Link
      href={href}
      prefetch={isPrefetching ? null : false}
      onPointerEnter={(event) => {
        setPrefetching(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setPrefetching(true)
        onFocus?.(event)
      }}
      {...rest}
    >
      {children}
      <NavigationReporter href={href} />
    </Link>
  )
}

function NavigationReporter({ href }: { href: string }) {
  const { pending } = useLinkStatus()
  useEffect(() => (pending ? startNavigation(href) : undefined), [pending, href])
  return null
}
