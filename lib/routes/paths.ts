import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { PUBLIC_SCREENS, screenPattern } from '@/lib/routes/public-pages'
import { fill, publicPaths } from '@/lib/routes/public-paths'

/** In the query of a form for something new: the unfinished text it goes on with. */
export const COPY_QUERY = 'copy'

/** In the query of a form: when the revision was written that is restored into it. */
export const RESTORED_QUERY = 'restored'

type AdminPaths = {
  [Name in keyof typeof ADMIN_SCREENS]: (typeof ADMIN_SCREENS)[Name]['path'] extends `${string}:id`
    ? (id: string) => string
    : (typeof ADMIN_SCREENS)[Name]['path']
}

const adminPaths = Object.fromEntries(
  Object.entries(ADMIN_SCREENS).map(([name, { path }]) => [
    name,
    path.endsWith(':id') ? (id: string) => fill(path, id) : path,
  ]),
) as AdminPaths

/** Every screen's address, written once (specification, section 2). */
export const paths = {
  ...adminPaths,
  ...publicPaths,
} as const

/** The screens of each kind of content; a row's own page is at `paths[kind]`. */
export const CONTENT_PATHS = {
  note: {
    ...{ table: paths.adminNotes, create: paths.newNote, update: paths.updateNote },
    ...{ history: paths.noteHistory, preview: paths.notePreview },
  },
  post: {
    ...{ table: paths.adminPosts, create: paths.newPost, update: paths.updatePost },
    ...{ history: paths.postHistory, preview: paths.postPreview },
  },
  page: {
    ...{ table: paths.adminPages, create: paths.newPage, update: paths.updatePage },
    ...{ history: paths.pageHistory, preview: paths.pagePreview },
  },
} as const

/** The readers' figures of a span, of one page or, without `path`, of the whole site. */
export function readersPath(query: { from?: string; to?: string; by?: string; path?: string }): string {
  const filled = Object.entries(query).filter(([, text]) => text !== '') as Array<[string, string]>
  return `${paths.readers}?${new URLSearchParams(filled)}`
}

const SCREENS = [...PUBLIC_SCREENS, ...Object.values(ADMIN_SCREENS)].map(screenPattern)

/** Whether a path, without its query, matches a screen; whether its content exists is not checked. */
export function isScreenPath(path: string): boolean {
  return SCREENS.some((pattern) => pattern.test(path))
}

/** The number of a list's page as an address has it; null when it is none. */
export function pageNumber(segment: string): number | null {
  return /^[1-9]\d{0,6}$/.test(segment) ? Number(segment) : null
}

/** A path segment, decoded; a malformed encoding is returned unchanged. */
export function decodedSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What a path segment asks for. Of a row's address nothing is taken off: it would have any number of addresses. */
export const keywordOf = (part: string) => decodedSegment(part).trim()

/**
 * `path` when it stays on this site, else `paths.home`: `//evil`, `\\evil`, whole addresses and `/.//evil`, which is
 * `//evil` once its dots are resolved, do not.
 */
export function pathOnThisSite(path: string | null | undefined): string {
  if (!path?.startsWith('/')) return paths.home
  const here = 'http://this.invalid'
  try {
    const url = new URL(path, here)
    const resolved = `${url.pathname}${url.search}${url.hash}`
    return url.origin === here && !resolved.startsWith('//') ? resolved : paths.home
  } catch {
    return paths.home
  }
}
