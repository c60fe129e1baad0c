'use client'

import { useEffect, useState } from 'react'

type Entry = { id: string; text: string; level: number }

/** The note's headings, the one being read marked. A line below the top of the window counts as read. */
export function TableOfContents({ entries }: { entries: Entry[] }) {
  const [current, setCurrent] = useState<string | null>(null)
  const top = Math.min(...entries.map((entry) => entry.level))

  useEffect(() => {
    const headings = entries.flatMap(({ id }) => document.getElementById(id) ?? [])
    const find = () => {
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
    <nav aria-labelledby="contents" className="screen-only">
      <h2 id="contents" className="mb-2 font-sans text-sm font-medium text-muted">
        Contents
      </h2>
      <ol className="border-s border-line text-sm">
        {entries.map((entry) => (
          <li key={entry.id}>
            <a
              href={`#${entry.id}`}
              dir="auto"
              aria-current={entry.id === current ? 'location' : undefined}
              style={{ paddingInlineStart: `${1 + Math.min(2, entry.level - top) * 0.9}rem` }}
              className="-ms-px block border-s border-transparent py-1.5 leading-snug text-muted no-underline transition-colors hover:text-fg aria-[current]:border-accent aria-[current]:text-fg"
            >
              {entry.text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
