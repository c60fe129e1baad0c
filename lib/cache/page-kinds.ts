import { SEARCH_MAX_CHARACTERS } from '@/lib/texts/frame-constants'

/**
 * The part of the cache a public page belongs to: `named` pages have names from the site's content; anyone can create
 * any number of `invented` ones (searches, and profiles, because sign-up is open).
 */
export type PageKind = 'named' | 'invented'

const NAMED = [
  /^\/(about)?$/,
  /^\/(projects|myblog)(\/page\/[^/]+)?$/,
  /^\/(note|post)\/[^/]+$/,
  /^(\/projects)?\/(feed\.xml|atom\.xml|feed\.json)$/,
  /^\/(sitemap\.xml|robots\.txt|llms\.txt|manifest\.webmanifest)$/,
  /^\/sitemap\/[^/]+$/,
]
const PROFILE = /^\/profile\/[^/]+$/
const SEARCH = /^\/search\/([^/]+)(\/page\/[^/]+)?$/

/**
 * The kind of a page that is the same for everyone, by its canonical path without a trailing slash; null for every
 * other path, which is rendered for each request and never cached.
 */
export function pageKind(path: string): PageKind | null {
  if (NAMED.some((pattern) => pattern.test(path))) return 'named'
  if (PROFILE.test(path)) return 'invented'
  const keyword = SEARCH.exec(path)?.[1]
  return keyword !== undefined && decodeURIComponent(keyword).length <= SEARCH_MAX_CHARACTERS ? 'invented' : null
}
