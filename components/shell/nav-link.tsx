'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'

/** A link in the top bar, marked when it is the current screen, or that one is a later page of its list. */
export function NavLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const pathname = usePathname()
  // Cached pages are rendered under a rewritten path, so only the browser knows the current one.
  const [current, setCurrent] = useState<'page' | 'true'>()
  useEffect(() => {
    setCurrent(pathname === href ? 'page' : pathname.startsWith(`${href}/page/`) ? 'true' : undefined)
  }, [pathname, href])
  return (
    <AppLink href={href} aria-current={current} className={className}>
      {children}
    </AppLink>
  )
}
