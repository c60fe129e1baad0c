import { SEARCH_MAX_CHARACTERS } from '@/lib/texts/constants'

/**
 * Which part of the cache a public page goes to: `named` have names that the site's own content gives, `invented` have
 * as many as anybody cares to make up (searches, and profiles, because signing up is open).
 */
export type PageKind = 'named' | 'invented'

const NAMED = [
  /^\/(about)?$/,
  /^\/(projects|myblog)(\/page\/[^/]+)?$/,
  /^\/(note|post)\/[^/]+$/,
  /^(\/projects)?\/(feed\.xml|atom\.xml|feed\.json)$/,
  /^\/(sitemap\.xml|robots\.txt|llms\.txt)$/,
  /^\/sitemap\/[^/]+$/,
]
const PROFILE = /^\/profile\/[^/]+$/
const SEARCH = /^\/search\/([^/]+)(\/page\/[^/]+)?$/

/**
 * The kind of a page that is the same for everyone, by its canonical path without a slash at the end; null for every
 * other address, which is rendered for whoever asks and never cached.
 */
export function pageKind(path: string): PageKind | null {
  if (NAMED.some((pattern) => pattern.test(path))) return 'named'
  if (PROFILE.test(path)) return 'invented'
  const keyword = SEARCH.exec(path)?.[1]
  return keyword !== undefined && decodeURIComponent(keyword).length <= SEARCH_MAX_CHARACTERS ? 'invented' : null
}
