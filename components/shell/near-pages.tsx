'use client'

import { useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { FIND_LIMITS } from '@/lib/search/limits'

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
    const asking = new AbortController()
    const near = decoded(location.pathname).slice(0, FIND_LIMITS.CHARACTERS)
    // Loaded where it is needed: this screen is part of every page's scripts.
    import('@/lib/search/public-calls')
      .then(({ findHits }) => findHits({ near, limit: String(NEAR_SHOWN) }, asking.signal))
      .then(setNear, () => {})
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
