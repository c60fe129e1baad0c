/** A text as one segment. A segment of dots alone means another folder, escaped or not: a blank is added to those. */
export const segment = (text: string) => (/^\.{1,2}$/.test(text) ? `${text}%20` : encodeURIComponent(text))

/** `base` is the first page; later ones are `base/page/2` … so that each has an address of its own. */
const paged = (base: string, page: number) => (page > 1 ? `${base}/page/${page}` : base)

/** The addresses of what everybody may open, for what every page loads; others use `paths`. Pages count from 1. */
export const publicPaths = {
  home: '/',
  about: '/about',
  posts: (page = 1) => paged('/projects', page),
  searchPosts: (keyword: string, page = 1) => paged(`/search/${segment(keyword)}`, page),
  /** Where the search form goes without JavaScript: answers with a redirect to `searchPosts`. */
  searchForm: '/search',
  post: (id: string) => `/post/${segment(id)}`,
  notes: (page = 1) => paged('/myblog', page),
  note: (id: string) => `/note/${segment(id)}`,
  profile: (id: string) => `/profile/${segment(id)}`,
  /** `next` is where to return afterwards; only a path on this site is followed. */
  signIn: (next?: string) => (next ? `/signin?next=${segment(next)}` : '/signin'),
  signUp: '/signup',
} as const
