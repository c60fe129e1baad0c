'use client'

import { useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { NEAR_HEADING } from '@/lib/texts/frame-constants'

type Near = { path: string; title: string }

const NEAR_SHOWN = 3

/**
 * What has a name like the address that leads nowhere. Asked for by the browser: what may replace any page by its name
 * alone knows no address on the server.
 */
export function NearPages() {
  const [near, setNear] = useState<Near[]>([])

  useEffect(() => {
    const words = decoded(location.pathname)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !/^[\da-f]{4,}$/i.test(word) && !NOT_NAMES.has(word.toLowerCase()))
      .slice(0, 8)
      .join(' ')
      .slice(0, 100)
    if (words === '') return
    const asking = new AbortController()
    fetch(`/api/find?limit=${NEAR_SHOWN}&q=${encodeURIComponent(words)}`, { signal: asking.signal })
      .then(async (answer) => answer.ok && setNear((await answer.json()).results))
      .catch(() => {})
    return () => asking.abort()
  }, [])

  if (near.length === 0) return null
  return (
    <section aria-labelledby="near" className="mt-8">
      <h2 id="near" className="text-h3">
        {NEAR_HEADING}
      </h2>
      <ul className="mt-2">
        {near.map(({ path, title }) => (
          <li key={path} dir="auto">
            <AppLink href={path} className="link inline-flex min-h-11 items-center wrap-anywhere">
              {title}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What addresses are made of beside names. */
const NOT_NAMES = new Set(['note', 'post', 'posts', 'blog', 'index', 'html', 'php', 'tag', 'tags', 'projects'])

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
