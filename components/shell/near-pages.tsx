'use client'

import { useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'

type Near = { path: string; title: string }

const NEAR_SHOWN = 3
const HEIGHT = 'mt-8 min-h-48'

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

  // As high without as with three: what comes late moves nothing.
  if (near.length === 0) return <div className={HEIGHT} />
  return (
    <section aria-labelledby="near" className={HEIGHT}>
      <h2 id="near" className="text-h3">
        You may be looking for
      </h2>
      <ul className="mt-2">
        {near.map(({ path, title }) => (
          <li key={path} dir="auto">
            <AppLink href={path} className="link block truncate py-2.5 leading-6">
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
