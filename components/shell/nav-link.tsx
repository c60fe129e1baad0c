'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { publicPaths } from '@/lib/routes/public-paths'

/** A link in the top bar, marked when it is the current screen, or that one belongs to it. */
export function NavLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const pathname = usePathname()
  // Cached pages are rendered under a rewritten path, so only the browser knows the current one.
  const [current, setCurrent] = useState<'page' | 'true'>()
  useEffect(() => {
    setCurrent(pathname === href ? 'page' : isPartOf(pathname, href) ? 'true' : undefined)
  }, [pathname, href])
  return (
    <AppLink href={href} aria-current={current} className={className}>
      {children}
    </AppLink>
  )
}

/** Later pages of a list, and what was found in that of projects. */
function isPartOf(pathname: string, href: string): boolean {
  return (
    pathname.startsWith(`${href}/page/`) ||
    (href === publicPaths.posts() && pathname.startsWith(publicPaths.searchPosts('')))
  )
}
