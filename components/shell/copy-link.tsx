'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'
import { LINK_COPIED, LINK_COPIED_MS } from '@/lib/texts/constants'

type CopyLinkProps = {
  variant?: 'outline' | 'quiet'
  /** What is copied, and what it is the address of; without them the page's own. */
  address?: string
  of?: string
}

/** Copies an address and says so for five seconds (specification, sections 2 and 9). */
export function CopyLink({ variant, address, of }: CopyLinkProps) {
  const [copies, setCopies] = useState(0)

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), LINK_COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies])

  return (
    <span className="needs-script screen-only inline-flex flex-wrap items-center gap-x-3">
      <Button
        variant={variant}
        className={variant === 'quiet' ? '-ms-2' : ''}
        onClick={() => {
          void copyText(address ?? window.location.href).then((copied) => {
            if (copied) setCopies((count) => count + 1)
          })
        }}
      >
        <Icon name="link" />
        <span>Copy Link</span>
        {of && <span className="sr-only"> for {of}</span>}
      </Button>
      <span role="status" className="inline-flex items-center gap-1.5 text-sm text-success">
        {copies > 0 && (
          <>
            <Icon name="check" />
            <span>{LINK_COPIED}</span>
          </>
        )}
      </span>
    </span>
  )
}
