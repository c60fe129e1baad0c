'use client'

import Link, { useLinkStatus } from 'next/link'
import { type ComponentProps, useEffect, useState } from 'react'
import { startWaiting } from '@/components/ui/navigation-pending'

type AppLinkProps = Omit<ComponentProps<typeof Link>, 'href' | 'prefetch'> & { href: string }

/**
 * A link to another of our screens. It fetches ahead only once someone points at it or focuses it: a list of
 * 24 would otherwise fetch 24 pages nobody asked for, on a phone on a train.
 */
export function AppLink({ href, children, onPointerEnter, onFocus, ...rest }: AppLinkProps) {
  const [meant, setMeant] = useState(false)
  return (
    <Link
      href={href}
      prefetch={meant ? null : false}
      onPointerEnter={(event) => {
        setMeant(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setMeant(true)
        onFocus?.(event)
      }}
      {...rest}
    >
      {children}
      <Waiting href={href} />
    </Link>
  )
}

function Waiting({ href }: { href: string }) {
  const { pending } = useLinkStatus()
  useEffect(() => (pending ? startWaiting(href) : undefined), [pending, href])
  return null
}
