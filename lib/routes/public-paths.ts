import { PUBLIC_PAGES } from '@/lib/routes/public-pages'

/** A text as one segment. A segment of dots alone means another folder, escaped or not: a blank is added to those. */
const segment = (text: string) => (/^\.{1,2}$/.test(text) ? `${text}%20` : encodeURIComponent(text))

/** A path with its one parameter filled in. */
export const fill = (path: string, text: string) => path.replace(/:\w+/, () => segment(text))

/** `base` is the first page; later ones are `base/page/2` … so that each has an address of its own. */
const paged = (base: string, page: number) => (page > 1 ? `${base}/page/${page}` : base)

const PAGES = PUBLIC_PAGES

/** What narrows a search over everything; a blank one does not. */
export type FindFilters = { kind?: string; tech?: string; year?: string | number }

function findPath(q = '', { kind, tech, year }: FindFilters = {}, page = 1): string {
  const requested = { q, kind, tech, year, page: page > 1 ? page : '' }
  const query = Object.entries(requested).flatMap(([name, value]) => (value ? `${name}=${segment(String(value))}` : []))
  return query.length === 0 ? PAGES.find.path : `${PAGES.find.path}?${query.join('&')}`
}

/** The addresses of what everybody may open, for what every page loads; others use `paths`. Pages count from 1. */
export const publicPaths = {
  home: PAGES.home.path,
  about: PAGES.about.path,
  cv: PAGES.cv.path,
  subscribe: PAGES.subscribe.path,
  posts: (page = 1) => paged(PAGES.posts.path, page),
  postIndex: PAGES.postIndex.path,
  searchPosts: (keyword: string, page = 1) => paged(fill(PAGES.searchPosts.path, keyword), page),
  /** Where the search form goes without JavaScript: answers with a redirect to `searchPosts`. */
  searchForm: PAGES.searchForm.path,
  /** The search over everything; without a query where its form goes. */
  find: findPath,
  post: (id: string) => fill(PAGES.post.path, id),
  notes: (page = 1) => paged(PAGES.notes.path, page),
  note: (id: string) => fill(PAGES.note.path, id),
  page: (slug: string) => fill(PAGES.page.path, slug),
  technologies: PAGES.technologies.path,
  technology: (slug: string) => fill(PAGES.technology.path, slug),
  profile: (id: string) => fill(PAGES.profile.path, id),
  /** `next` is where to return afterwards; only a path on this site is followed. */
  signIn: (next?: string) => (next ? `${PAGES.signIn.path}?next=${segment(next)}` : PAGES.signIn.path),
  signUp: PAGES.signUp.path,
} as const

/** A note or a project as its addresses need it; `slug` is "" where it has none. */
export type Addressed = { _id: string; slug: string }

type Kind = 'note' | 'post' | 'page'

/** The address search engines and feeds are told: the readable one, where there is one. */
export const canonicalPath = (kind: Kind, { _id, slug }: Addressed): string => publicPaths[kind](slug || _id)

/** Where links of the site lead, by its setting. */
export const linkPath = (kind: Kind, row: Addressed, { addresses }: { addresses: string }): string =>
  addresses === 'readable' || kind === 'page' ? canonicalPath(kind, row) : publicPaths[kind](row._id)
