// Imports nothing of ours, because next.config.ts imports it.

type PublicPage = {
  /** `:name` stands for one segment, or for a part of one before a suffix. */
  path: `/${string}`
  /** It is a list: its later pages are at `/page/N` below it. */
  isPaged?: true
  /** What a person opens: its views are counted, and Next's client may ask for its data instead. */
  isScreen?: true
  /** Which text is shown while it loads. */
  loading?: 'carousel' | 'projects' | 'notes'
  /** With its own address or, where that has parameters, the address of each row. */
  isInSitemap?: true
  /**
   * The budget of the page cache it belongs to; without one it is rendered for each request. The names of `finite` pages
   * come from the site's content; anyone can make up any number of `unbounded` ones.
   */
  cache?: 'finite' | 'unbounded'
  /** The folder below app/ that renders it. Where its address is another one, that is rewritten to it (next.config.ts). */
  route?: `/${string}`
  /**
   * Of what it shows rows, by the keys that a write concerns (migration addresses): `note:ID` and `note:SLUG` a note, `notes`
   * any note, `note-titles` what others show of one; `post:ID`, `page:ID` and so on; `technologies` what is made with which;
   * `user:ID`. Settings and all they name, the CV, and a technology that changes, concern every page.
   */
  shows?: (params: Record<string, string>) => string[]
}

const showsPosts = () => ['posts']
const showsNotes = () => ['notes']
const showsTechnologies = () => ['posts', 'notes', 'technologies']
const showsEverything = () => ['posts', 'notes', 'technologies', 'pages']

/**
 * Every address that is the same for everyone, once; the twin of ADMIN_SCREENS. Page cache, rewrites, site map, counted
 * views and loading texts follow from it. Of two that fit an address the first counts.
 */
export const PUBLIC_PAGES = {
  home: {
    path: '/',
    isScreen: true,
    loading: 'carousel',
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/home/[static]',
    // Competencies lead to technologies.
    shows: () => ['posts', 'note-titles', 'technologies'],
  },
  posts: {
    path: '/projects',
    isPaged: true,
    isScreen: true,
    loading: 'projects',
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/projects/page/[page]',
    shows: showsPosts,
  },
  postIndex: {
    path: '/projects/index',
    isScreen: true,
    cache: 'finite',
    route: '/(public)/projects/index/[static]',
    shows: showsPosts,
  },
  notes: {
    path: '/myblog',
    isPaged: true,
    isScreen: true,
    loading: 'notes',
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/myblog/page/[page]',
    // How long each takes to read, besides.
    shows: showsNotes,
  },
  about: {
    path: '/about',
    isScreen: true,
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/about/[static]',
  },
  /** 404 while there is none. */
  cv: {
    path: '/cv',
    isScreen: true,
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/cv/[static]',
    // Pinned projects, and what technologies are used for.
    shows: showsTechnologies,
  },
  cvJson: { path: '/cv.json', cache: 'finite' },
  subscribe: {
    path: '/subscribe',
    isScreen: true,
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/subscribe/[static]',
  },
  postMarkdown: {
    path: '/post/:id.md',
    cache: 'finite',
    route: '/markdown/post/[id]',
    shows: ({ id }) => [`post:${id}`],
  },
  post: {
    path: '/post/:id',
    isScreen: true,
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/post/[id]',
    // The project it leads on to, the notes that link to it, and where its technologies lead.
    shows: showsTechnologies,
  },
  noteMarkdown: {
    path: '/note/:id.md',
    cache: 'finite',
    route: '/markdown/note/[id]',
    shows: ({ id }) => [`note:${id}`],
  },
  note: {
    path: '/note/:id',
    isScreen: true,
    loading: 'notes',
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/note/[id]',
    shows: ({ id }) => [`note:${id}`, 'note-titles'],
  },
  technologies: {
    path: '/tech',
    isScreen: true,
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/technologies/[static]',
    shows: showsTechnologies,
  },
  technologyRss: { path: '/tech/:id/feed.xml', cache: 'finite', shows: showsTechnologies },
  technologyAtom: { path: '/tech/:id/atom.xml', cache: 'finite', shows: showsTechnologies },
  technologyJson: { path: '/tech/:id/feed.json', cache: 'finite', shows: showsTechnologies },
  technology: {
    path: '/tech/:id',
    isScreen: true,
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/tech/[id]',
    shows: showsTechnologies,
  },
  searchPosts: {
    path: '/search/:keyword',
    isPaged: true,
    isScreen: true,
    loading: 'projects',
    cache: 'unbounded',
    route: '/(public)/search/[keyword]/page/[page]',
    shows: showsPosts,
  },
  searchForm: { path: '/search', isScreen: true, loading: 'projects' },
  /** Anybody may ask for anything: rendered for each request. */
  find: { path: '/find', isScreen: true },
  profile: {
    path: '/profile/:id',
    isScreen: true,
    cache: 'unbounded',
    route: '/(public)/profile/[id]',
    shows: ({ id }) => [`user:${id}`],
  },
  signIn: { path: '/signin', isScreen: true },
  signUp: { path: '/signup', isScreen: true },
  noteRss: { path: '/feed.xml', cache: 'finite', shows: showsNotes },
  noteAtom: { path: '/atom.xml', cache: 'finite', shows: showsNotes },
  noteJson: { path: '/feed.json', cache: 'finite', shows: showsNotes },
  postRss: { path: '/projects/feed.xml', cache: 'finite', shows: showsPosts },
  postAtom: { path: '/projects/atom.xml', cache: 'finite', shows: showsPosts },
  postJson: { path: '/projects/feed.json', cache: 'finite', shows: showsPosts },
  sitemap: { path: '/sitemap.xml', cache: 'finite', shows: showsEverything },
  llms: { path: '/llms.txt', cache: 'finite', shows: () => ['posts', 'note-titles', 'pages'] },
  robots: { path: '/robots.txt', cache: 'finite' },
  manifest: { path: '/manifest.webmanifest', cache: 'finite' },
  /** The lists that anybody may ask for whole; with a query, or for who is signed in, they are no page. */
  postsCall: { path: '/api/post', cache: 'finite', shows: showsPosts },
  notesCall: { path: '/api/note', cache: 'finite', shows: showsNotes },
  pagesCall: { path: '/api/page', cache: 'finite', shows: () => ['pages'] },
  /** The owner's own: after all others, because each of theirs would fit. */
  pageMarkdown: {
    path: '/:id.md',
    cache: 'finite',
    route: '/markdown/page/[id]',
    shows: ({ id }) => [`page:${id}`],
  },
  page: {
    path: '/:id',
    isScreen: true,
    isInSitemap: true,
    cache: 'finite',
    route: '/(public)/[id]',
    shows: ({ id }) => [`page:${id}`],
  },
} as const satisfies Record<string, PublicPage>

const PAGES: PublicPage[] = Object.values(PUBLIC_PAGES)

/**
 * Names that a page of the owner's own cannot have: what is at the first level of the site besides `PUBLIC_PAGES`, today
 * (a test compares it with app/, public/ and ADMIN_SCREENS) and perhaps later.
 */
const OTHER_NAMES = [
  'adminpanel adminpanel-members adminpanel-notes adminpanel-pages adminpanel-pictures adminpanel-redirects api audit fonts',
  'adminpanel-technologies home icon markdown media move new new-note new-page not-allowed page preview settings',
  'share technologies user welcome account admin archive assets atom auth blog dashboard feed feeds inbox index llms login logout',
  'manifest mcp micropub notes outbox overview post posts project rss series sitemap static stats status tag tags uploads webmention work',
].flatMap((names) => names.split(' '))

const TAKEN_NAMES = new Set([...PAGES.map(({ path }) => path.split('/')[1] ?? ''), ...OTHER_NAMES])

/** Whether the product has, or may have, an address that begins with this segment. */
export const isTakenName = (name: string): boolean => TAKEN_NAMES.has(name.toLowerCase())

/** Whether a path is below what programs and files of the site have, where no page is. */
export const isMachinePath = (path: string): boolean =>
  /^\/(?:_next|api|fonts|icon|markdown|media|not-allowed|preview|share)(?:\/|$)/.test(path)

const isOwnPage = (page: PublicPage) => page === PUBLIC_PAGES.page || page === PUBLIC_PAGES.pageMarkdown

/** What parameters of screens look like where a page exists, for the count of views; others are any one segment. */
const PARAMS: ReadonlyMap<string, string> = new Map([
  // An id or a slug, whose letters may be escaped.
  ['id', '[\\p{L}\\p{N}%][\\p{L}\\p{M}\\p{N}%-]{0,800}'],
  ['keyword', '[^/\\s\\p{C}]+'],
])

function patternOf(path: string, isPaged = false, params: ReadonlyMap<string, string> = new Map()): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${params.get(name) ?? '[^/]+'})`)
  const page = params === PARAMS ? '[1-9]\\d{0,6}' : '[^/]+'
  return new RegExp(`^${source}${isPaged ? `(?:/page/${page})?` : ''}$`, 'u')
}

/** A screen's addresses, by its path, where its content may exist. */
export function screenPattern({ path, isPaged }: Pick<PublicPage, 'path' | 'isPaged'>): RegExp {
  return patternOf(path, isPaged, PARAMS)
}

/** Without the owner's own, whose addresses the database knows. */
export const PUBLIC_SCREENS = PAGES.filter((page) => page.isScreen && !isOwnPage(page))

/** Those of one address each; rows have theirs besides. */
export const SITEMAP_PAGES = PAGES.filter(({ isInSitemap, path }) => isInSitemap && !path.includes(':'))

const OWN_PARAMS = new Map([['id', '[\\p{L}\\p{N}\\p{M}%-]{1,800}']])
const PATTERNS = PAGES.map((page) => ({
  page,
  pattern: patternOf(page.path, page.isPaged, isOwnPage(page) ? OWN_PARAMS : undefined),
}))

function decoded(params: Record<string, string> = {}): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    return params
  }
}

export type PageAt = { page: PublicPage; params: Record<string, string>; shows: string[] }

/** The row of a canonical path without query and slash at its end, its parameters, and the keys of what it shows. */
export function publicPageAt(path: string): PageAt | null {
  for (const { page, pattern } of PATTERNS) {
    const found = pattern.exec(path)
    if (!found) continue
    const params = decoded(found.groups)
    if (isOwnPage(page) && isTakenName(params.id ?? '')) continue
    return { page, params, shows: page.shows?.(params) ?? [] }
  }
  return null
}

/** Whether a path can be that of a page of the owner's own. */
export const isOwnPagePath = (path: string): boolean => publicPageAt(path)?.page === PUBLIC_PAGES.page

/** The one value of a segment that is there because the build would render a page without one, and has no database. */
export const STATIC_PARAM = 'current'

/** What next.config.ts rewrites: the public address, and where its first page is rendered. */
export const REWRITES = PAGES.flatMap(({ path, route = path }) => {
  const destination = route
    .replace(/^\/\(\w+\)/, '')
    .replace('[static]', STATIC_PARAM)
    .replace('[page]', '1')
    .replace(/\[(\w+)\]/g, ':$1')
  return destination === path ? [] : [{ source: path, destination }]
})

/**
 * The pages that show what a key names, as Next's own cache knows them: one by its address, all of a kind by their route.
 */
export function hostPages(key: string): Array<[path: string, type?: 'page']> {
  const id = key.split(':')[1] ?? ''
  return PAGES.flatMap(({ path, route, shows }): Array<[string, 'page'?]> => {
    if (!shows?.({ id }).includes(key)) return []
    if (id === '') return [route ? [route, 'page'] : [path]]
    return [[path.replace(':id', encodeURIComponent(id))]]
  })
}
