'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { FindingsProps } from '@/components/content/findings'

const Findings = dynamic(() => import('@/components/content/findings').then(({ Findings }) => Findings), {
  ssr: false,
  loading: () => <p className="text-muted">Checking the text …</p>,
})

/** What could be better in a text, and how search and shared links show it; loaded when it is opened. */
export function BeforeItGoesOut(props: FindingsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="needs-script rounded-plate border border-line px-4 print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer py-3 font-medium">Before it goes out</summary>
      {isOpen && <Findings {...props} />}
    </details>
  )
}
