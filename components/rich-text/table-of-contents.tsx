'use client'

import { useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'

type Entry = { id: string; text: string; level: number }

/** Beside the text: its headings with the current one marked. */
export function TableOfContents({ entries }: { entries: Entry[] }) {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const headings = entries.flatMap(({ id }) => document.getElementById(id) ?? [])
    const find = () => {
      // A heading becomes current shortly before it reaches the top.
      const line = window.innerHeight * 0.28
      const read = headings.filter((heading) => heading.getBoundingClientRect().top <= line)
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((atEnd ? headings : read).at(-1)?.id ?? null)
    }
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(find)
    }
    find()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [entries])

  return (
    <nav aria-label="Contents" className="screen-only">
      <p aria-hidden="true" className="mb-2 text-sm font-medium text-muted">
        Contents
      </p>
      <Entries entries={entries} current={current} />
    </nav>
  )
}

/** Above the text, collapsed: for windows without room beside it. */
export function FoldedTableOfContents({ entries }: { entries: Entry[] }) {
  return (
    <nav aria-label="Contents" className="screen-only">
      <details className="group border-b border-line">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between text-sm font-medium text-muted [&::-webkit-details-marker]:hidden">
          Contents
          <Icon name="plus" className="size-5 group-open:rotate-45" />
        </summary>
        <div className="pb-4">
          <Entries entries={entries} current={null} />
        </div>
      </details>
    </nav>
  )
}

function Entries({ entries, current }: { entries: Entry[]; current: string | null }) {
  const top = Math.min(...entries.map((entry) => entry.level))
  return (
    <ol className="border-s border-line text-sm">
      {entries.map((entry) => (
        <li key={entry.id}>
          <a
            href={`#${entry.id}`}
            dir="auto"
            aria-current={entry.id === current ? 'location' : undefined}
            style={{ paddingInlineStart: `${1 + Math.min(2, entry.level - top) * 0.9}rem` }}
            className="-ms-px block border-s focus-visible:-outline-offset-2 border-transparent py-1.5 leading-snug text-muted no-underline hover:text-fg aria-[current]:border-accent aria-[current]:text-fg forced-colors:aria-[current]:underline"
          >
            {entry.text}
          </a>
        </li>
      ))}
    </ol>
  )
}
