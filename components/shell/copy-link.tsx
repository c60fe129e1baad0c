'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { CheckIcon } from '@/components/ui/frame-icons'
import { LinkIcon } from '@/components/ui/icons'
import { LINK_COPIED, LINK_COPIED_MS } from '@/lib/texts/constants'

/** Copies the address of the page and says so for five seconds (specification, sections 2 and 9). */
export function CopyLink({ look }: { look?: 'outline' | 'quiet' }) {
  const [copies, setCopies] = useState(0)

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), LINK_COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies])

  return (
    <span className="needs-script screen-only inline-flex flex-wrap items-center gap-x-3">
      <Button
        look={look}
        className={look === 'quiet' ? '-ms-2' : ''}
        onClick={() => {
          void copyText(window.location.href).then((copied) => {
            if (copied) setCopies((count) => count + 1)
          })
        }}
      >
        <LinkIcon />
        Copy Link
      </Button>
      <span role="status" className="inline-flex items-center gap-1.5 text-sm text-success">
        {copies > 0 && (
          <>
            <CheckIcon />
            {LINK_COPIED}
          </>
        )}
      </span>
    </span>
  )
}
