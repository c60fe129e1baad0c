import { useEffect, useState } from 'react'
import { callApi } from '@/lib/calls/client'
import { searchCalls } from '@/lib/search/calls'
import { FIND_LIMITS } from '@/lib/search/limits'
import { findHits, type Hit } from '@/lib/search/public-calls'
import { FOUND_KINDS } from '@/lib/texts/constants'
import type { Suggested } from './suggestion-menu'

/** A note or project of this site that can be linked. */
export type PageLink = Suggested & { href: string }

const SHOWN_MAX = FIND_LIMITS.NEWEST
/** Of typing: a word takes one search, not one for each of its letters. */
const PAUSE_MS = 150

type Answer = { query: string; pages: PageLink[] }

/** What is public and has the words of a query, best first; of none the newest. @throws ApiError */
async function loadPages(query: string, signal: AbortSignal): Promise<Answer> {
  const found =
    query === ''
      ? await callApi(searchCalls.newest, { signal })
      : await findHits({ q: query, limit: String(SHOWN_MAX) }, signal)
  return { query, pages: found.map(toLink) }
}

const toLink = ({ kind, title, path }: Omit<Hit, 'tech'>): PageLink => ({
  name: title,
  href: path,
  about: FOUND_KINDS[kind],
  icon: 'link',
})

/**
 * The pages of a query, or none while it is null. Until they are there, what there was before and has its words.
 */
export function usePages(requested: string | null, onError: (error: Error) => void): PageLink[] {
  const query = requested?.trim() ?? null
  const [answer, setAnswer] = useState<Answer>({ query: '', pages: [] })

  useEffect(() => {
    if (query === null) return
    const asking = new AbortController()
    const { signal } = asking
    const ask = () =>
      loadPages(query, signal).then(
        (answer) => signal.aborted || setAnswer(answer),
        (error: Error) => signal.aborted || onError(error),
      )
    const pause = setTimeout(ask, query === '' ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(pause)
      asking.abort()
    }
  }, [query, onError])

  if (query === null) return []
  return answer.query === query ? answer.pages : findPages(answer.pages, query)
}

/** The pages whose title contains every typed word; titles that start with the query come first. */
export function findPages(pages: PageLink[], query: string): PageLink[] {
  const typed = query.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const found = pages.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const rank = ({ name }: PageLink) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b))
}
