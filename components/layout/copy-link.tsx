'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CheckIcon, LinkIcon } from '@/components/ui/icons'
import { COPY_LINK, LINK_COPIED, LINK_COPIED_MS } from '@/lib/settings/constants'

/** Copies the address of the page and says so for five seconds (specification, sections 2 and 9). */
export function CopyLink({ className }: { className?: string }) {
  const [copies, setCopies] = useState(0)

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), LINK_COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies])

  return (
    <span className={`screen-only inline-flex items-center gap-3 ${className ?? ''}`}>
      <Button
        onClick={() => {
          void copyText(window.location.href).then((copied) => {
            if (copied) setCopies((count) => count + 1)
          })
        }}
      >
        <LinkIcon />
        {COPY_LINK}
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

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without https, or when the browser asks and the answer is no, the old way still works.
    const field = document.createElement('textarea')
    field.value = text
    field.setAttribute('readonly', '')
    field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0'
    document.body.append(field)
    field.select()
    const copied = document.execCommand('copy')
    field.remove()
    return copied
  }
}
