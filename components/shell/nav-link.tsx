'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'

/** A link of the top bar that says when it is the current screen. */
export function NavLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const pathname = usePathname()
  // Cached pages are rendered under a rewritten path: the browser's own path counts, and only it knows that.
  const [current, setCurrent] = useState(false)
  useEffect(() => setCurrent(pathname === href), [pathname, href])
  return (
    <AppLink href={href} aria-current={current ? 'page' : undefined} className={className}>
      {children}
    </AppLink>
  )
}
