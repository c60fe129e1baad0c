'use client'

import Link, { useLinkStatus } from 'next/link'
import { type ComponentProps, useEffect, useState } from 'react'
import { startNavigation } from '@/components/ui/navigation-pending'

type AppLinkProps = Omit<ComponentProps<typeof Link>, 'href' | 'prefetch'> & {
  href: string
  /** Whether its page is prefetched; not where a click leads elsewhere. */
  isPrefetched?: boolean
}

/**
 * An internal link. It prefetches on hover, touch or focus only: a list of 24 would otherwise prefetch 24 pages. For
 * visitors the whole page; who is signed in may write before the click, and gets its data then.
 */
export function AppLink({ href, isPrefetched = true, children, onPointerEnter, onFocus, ...rest }: AppLinkProps) {
  const [prefetch, setPrefetch] = useState<boolean | null>(false)
  const prepare = () => {
    if (isPrefetched) setPrefetch(document.documentElement.dataset.session === 'in' ? null : true)
  }
  return (
    <Link
      href={href}
      prefetch={prefetch}
      onPointerEnter={(event) => {
        prepare()
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        prepare()
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
